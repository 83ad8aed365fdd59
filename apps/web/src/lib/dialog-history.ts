import { useEffect, useEffectEvent } from 'react';
import type { DataRouter } from 'react-router';

/** A traversal that the browser never completes must not block navigations. */
const TRAVERSAL_TIMEOUT_MS = 1_000;

interface EntryState {
  /** The router's own index of the entry. */
  idx?: number;
  /** The number of open dialogs when the entry was added. Missing in entries of the router. */
  dialogs?: number;
}

interface NavigateOptions {
  replace?: boolean;
  flushSync?: boolean;
}

type Navigate = (to: unknown, options?: NavigateOptions) => Promise<void>;

const openDialogs: (() => void)[] = [];
let isStarted = false;
let page = 0;
let navigations = 0;
let syncTimer: number | undefined;
let traversal: { done: Promise<void>; settle: () => void } | null = null;

const stateOf = () => (window.history.state ?? {}) as EntryState;
const depthOf = ({ dialogs = 0 }: EntryState) => dialogs;
/** The same for an entry of the router and for the entries that dialogs have added to it. */
const pageOf = ({ idx = 0, dialogs = 0 }: EntryState) => idx - dialogs;

/**
 * Gives each open dialog a history entry of its own, so that Back closes the topmost dialog. The router
 * does not notice these entries: they have the address of the page below. `CloseWatcher` cannot replace
 * this: it handles only Android's Back, and only in some browsers.
 */
export function startDialogHistory(router: DataRouter): void {
  isStarted = true;
  page = pageOf(stateOf());
  // Registered in the capturing phase, so that it runs before the router's listener.
  window.addEventListener('popstate', onPopState, { capture: true });

  const navigate = router.navigate.bind(router) as Navigate;
  async function navigateInOrder(to: unknown, options?: NavigateOptions): Promise<void> {
    if (typeof to === 'number') return navigate(to);
    navigations += 1;
    try {
      if (traversal !== null) await traversal.done;
      const depth = depthOf(stateOf());
      // A navigation that replaces a page must not leave the page under the entry of a dialog.
      if (depth > 0 && options?.replace === true) await traverse(-depth);
      // A dialog that belongs to the URL must be rendered or removed before `sync` counts the dialogs.
      const flushSync = options?.replace === true && openDialogs.length > 0;
      // A new page replaces the entry of the dialog, which would point to nothing.
      await navigate(to, { ...options, ...(depth > 0 ? { replace: true } : {}), flushSync });
    } finally {
      navigations -= 1;
      scheduleSync();
    }
  }
  router.navigate = navigateInOrder;
  // A page that was reloaded on the entry of a dialog has no dialog.
  scheduleSync();
}

/**
 * Registers an open dialog until the returned function is called.
 *
 * @param close called by Back
 */
function addOpenDialog(close: () => void): () => void {
  openDialogs.push(close);
  scheduleSync();
  return () => {
    openDialogs.splice(openDialogs.indexOf(close), 1);
    scheduleSync();
  };
}

/** While `isOpen`, the browser's Back calls `close`, as Escape does, and stays on the page. */
export function useBackToClose(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    return addOpenDialog(() => closeNow());
  }, [isOpen]);
}

/** Delayed, because a dialog that replaces another one keeps its entry. */
function scheduleSync(): void {
  if (!isStarted) return;
  window.clearTimeout(syncTimer);
  syncTimer = window.setTimeout(sync);
}

/** Makes the history entries agree with the open dialogs. */
function sync(): void {
  // A navigation and a traversal call this function again at their end.
  if (navigations > 0 || traversal !== null) return;
  const state = stateOf();
  page = pageOf(state);
  const missing = openDialogs.length - depthOf(state);
  if (missing < 0) void traverse(missing);
  for (let dialogs = depthOf(state) + 1; dialogs <= openDialogs.length; dialogs += 1) {
    window.history.pushState({ ...state, idx: page + dialogs, dialogs }, '');
  }
}

function traverse(delta: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = window.setTimeout(settle, TRAVERSAL_TIMEOUT_MS);
  function settle() {
    window.clearTimeout(timer);
    traversal = null;
    resolve(undefined);
    scheduleSync();
  }
  traversal = { done: promise, settle };
  window.history.go(delta);
  return promise;
}

function onPopState(event: PopStateEvent): void {
  const state = stateOf();
  const depth = depthOf(state);
  const isSamePage = pageOf(state) === page;
  if (traversal !== null) {
    event.stopImmediatePropagation();
    traversal.settle();
    return;
  }
  // The router shows the other page. The dialogs of this page close with it.
  const isLeft = !isSamePage;
  if (isSamePage && depth === openDialogs.length) return;
  if (!isLeft) event.stopImmediatePropagation();
  for (const close of openDialogs.slice(isLeft ? 0 : depth).toReversed()) close();
  // A dialog that stayed open gets its entry again. Forward to a closed dialog is reverted.
  scheduleSync();
}
