import { afterEach, expect, test } from 'vitest';
import { readConfiguration, sessionStorageKey } from './configuration.ts';

function serve(configuration: object) {
  document.head.innerHTML = `<script type="application/json" id="beaconpay-config">${JSON.stringify(configuration)}</script>`;
}

afterEach(() => {
  document.head.innerHTML = '';
});

test('the configuration comes from the page the server wrote it into', () => {
  serve({ supabaseUrl: 'https://abc.supabase.co', publishableKey: 'sb_publishable_x' });
  expect(readConfiguration()).toEqual({
    supabaseUrl: 'https://abc.supabase.co',
    publishableKey: 'sb_publishable_x',
    providers: [],
    passkeys: false,
  });
});

test('the page says which services people may sign in with', () => {
  serve({ publishableKey: 'sb_publishable_x', providers: ['google'] });
  expect(readConfiguration().providers).toEqual(['google']);
});

test('without a served address the app talks to its own origin', () => {
  serve({ publishableKey: 'sb_publishable_x' });
  expect(readConfiguration().supabaseUrl).toBe(window.location.origin);
});

test('the session is kept under a key of the project host', () => {
  expect(sessionStorageKey({ supabaseUrl: 'https://abc.supabase.co' })).toBe('sb-abc-auth-token');
});
