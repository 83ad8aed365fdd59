import { useEffect, useRef } from 'react';
import { readConfiguration } from './configuration.ts';

/** Whether this browser supports passkeys and security keys. */
export function hasWebAuthn(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Whether this browser and the backend support passkeys. */
export function canUsePasskeys(): boolean {
  return readConfiguration().passkeys && hasWebAuthn();
}

/** Creates the signal of a prompt for a security key. The prompt closes when the component unmounts. */
export function useWebauthnPrompt(): () => AbortSignal {
  const prompt = useRef<AbortController | null>(null);
  useEffect(() => () => prompt.current?.abort(), []);

  return () => {
    prompt.current = new AbortController();
    return prompt.current.signal;
  };
}
