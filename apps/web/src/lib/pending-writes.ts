const REPORT = 'beaconpay:write';

type Report = 'sent' | 'answered' | 'lost';

function report(what: Report): void {
  window.dispatchEvent(new CustomEvent<Report>(REPORT, { detail: what }));
}

/** Reports the writes of a `fetch`, and whether they got a response. */
export function reportingWrites(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    if (['GET', 'HEAD'].includes(init?.method ?? 'GET')) return fetch(input, init);
    report('sent');
    try {
      const answer = await fetch(input, init);
      report('answered');
      return answer;
    } catch (error) {
      report('lost');
      throw error;
    }
  };
}

/**
 * Watches the writes of the page. The returned function reports whether a write is pending or got no response.
 * Only this page can send such a write again without a duplicate.
 */
export function watchWrites(): () => boolean {
  let onTheirWay = 0;
  let isOneLost = false;
  window.addEventListener(REPORT, (event) => {
    const what = (event as CustomEvent<Report>).detail;
    onTheirWay += what === 'sent' ? 1 : -1;
    if (what !== 'sent') isOneLost = what === 'lost';
  });
  return () => onTheirWay > 0 || isOneLost;
}
