/* global document, location, window */
// Runs before the first paint. It sets the stored theme, hides what was rendered ahead of time
// from whoever must not see it, starts the app after the first paint, and keeps what people do
// before the app runs.
(function () {
  var LONGEST_WAIT_MS = 2000;
  var html = document.documentElement;

  // A host that answers every path with one page must not show that page's content for others.
  var page = html.getAttribute('data-page');
  if (page !== null && page !== (location.pathname.replace(/\/+$/, '') || '/')) {
    html.setAttribute('data-other-page', '');
  }

  try {
    if (localStorage.getItem('beaconpay-theme') === 'dark') html.classList.add('dark');
    for (var index = 0; index < localStorage.length; index += 1) {
      if (/^sb-.+-auth-token$/.test(localStorage.key(index) || '')) {
        html.setAttribute('data-session', 'stored');
        break;
      }
    }
  } catch {
    // Storage can be blocked: the light theme and the signed-out page are right then.
  }

  // Only pages rendered ahead of time name their scripts here.
  var entry = document.currentScript.getAttribute('data-entry');
  if (entry === null) return;
  var preloads = document.currentScript.getAttribute('data-preloads').split(' ');

  var isStarted = false;
  function start() {
    if (isStarted) return;
    isStarted = true;
    preloads.concat(entry).forEach(function (file) {
      var isEntry = file === entry;
      var element = document.createElement(isEntry ? 'script' : 'link');
      element.crossOrigin = '';
      if (isEntry) {
        element.type = 'module';
        element.src = file;
      } else {
        element.rel = 'modulepreload';
        element.href = file;
      }
      document.head.append(element);
    });
  }

  // The browser tells of the first paint once it is on the screen. A page nobody looks at is not
  // painted, and some browsers do not tell.
  var mustNotWait =
    html.hasAttribute('data-session') || html.hasAttribute('data-other-page') || document.hidden;
  var tellsOfPaint =
    typeof PerformanceObserver === 'function' &&
    (PerformanceObserver.supportedEntryTypes || []).includes('paint');
  if (mustNotWait || !tellsOfPaint) {
    start();
  } else {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    setTimeout(start, LONGEST_WAIT_MS);
  }

  // Presses and typing are kept for the app to take up (src/early-input.ts). Holding presses
  // back also keeps a form from being sent the browser's own way, with its fields in the address.
  var early = { press: null, fields: new Map(), isAppListening: false, stop: stop };
  function keepPress(event) {
    if (early.isAppListening) return;
    var button = event.target.closest('button');
    if (button === null) return;
    event.preventDefault();
    early.press = button;
  }
  function keepField(event) {
    var field = event.target;
    var isTick = field.type === 'radio' || field.type === 'checkbox';
    early.fields.set(field, isTick ? field.checked : field.value);
  }
  function stop() {
    document.removeEventListener('click', keepPress, true);
    document.removeEventListener('input', keepField, true);
  }
  document.addEventListener('click', keepPress, true);
  document.addEventListener('input', keepField, true);
  window.beaconpayEarlyInput = early;
})();
