const REPORT = 'beaconpay:write';

type Report = 'sent' | 'answered' | 'lost';

function report(what: Report): void {
  window.dispatchEvent(new CustomEvent<Report>(REPORT, { detail: what }));
}

/** Lets the page know of what a `fetch` of the backend's data writes, and whether it was answered. */
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
 * Watches the page's writes. The returned function tells whether one is on its way, or was never
 * answered: only this page knows how to send that again without doubling it.
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
