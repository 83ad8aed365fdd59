import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { storeLanguage } from '../../lib/stored-language.ts';
import { goToLanguage, type Language } from './language-address.ts';

/** By the path of the message file. Each offer is in its own language, because the reader may not understand the page. */
type Texts = Readonly<Record<string, string>>;

const DIRECTIONS: Texts = import.meta.glob('../../messages/*.json', {
  import: 'language_direction',
  eager: true,
});
const OFFERS: Texts = import.meta.glob('../../messages/*.json', {
  import: 'language_offer_text',
  eager: true,
});
const ACCEPTS: Texts = import.meta.glob('../../messages/*.json', {
  import: 'language_offer_accept',
  eager: true,
});
const DECLINES: Texts = import.meta.glob('../../messages/*.json', {
  import: 'language_offer_decline',
  eager: true,
});

/** Offers the page in the language of the browser. The answer is remembered on this device. */
export default function LanguageOffer({ language, shown }: { language: Language; shown: string }) {
  const [isAnswered, setIsAnswered] = useState(false);
  const file = `../../messages/${language.tag}.json`;
  if (isAnswered) return null;
  return (
    <section
      lang={language.tag}
      dir={DIRECTIONS[file]}
      aria-label={OFFERS[file]}
      className="border-t bg-card"
    >
      <div className="page-container flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
        <p className="min-w-0 flex-1 leading-6 font-semibold">{OFFERS[file]}</p>
        <div className="flex gap-2">
          <Button size="sm" onClick={() => goToLanguage(language)}>
            {ACCEPTS[file]}
          </Button>
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              storeLanguage(shown);
              setIsAnswered(true);
            }}
          >
            {DECLINES[file]}
          </Button>
        </div>
      </div>
    </section>
  );
}
