import type { Logger } from '../logger.ts';

export interface SmsSender {
  send(phone: string, text: string): Promise<{ messageId: string | null }>;
}

/** Without an SMS provider nothing can be delivered; the attempt is logged without number or text. */
export function createUndeliveredSmsSender(logger: Logger): SmsSender {
  return {
    send() {
      logger.warn('an SMS was not sent, because no provider is set up');
      return Promise.resolve({ messageId: null });
    },
  };
}
