/** `npm run i18n`: compiles the messages. */
import { compileMessages } from './compile-messages.ts';

await compileMessages();
