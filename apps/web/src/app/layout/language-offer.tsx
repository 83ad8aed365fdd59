import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { storeLanguage } from '../../lib/stored-language.ts';
import { goToLanguage, type Language } from './language-address.ts';

interface Offer {
  readonly text: string;
  readonly accept: string;
  readonly decline: string;
}

/** Each in its own language, because the reader may not understand the page. */
const OFFERS: Readonly<Record<string, Offer>> = {
  en: {
    text: 'BeaconPay is also available in English.',
    accept: 'Switch to English',
    decline: 'Not now',
  },
  de: {
    text: 'BeaconPay gibt es auch auf Deutsch.',
    accept: 'Zu Deutsch wechseln',
    decline: 'Nicht jetzt',
  },
  fr: {
    text: 'BeaconPay existe aussi en français.',
    accept: 'Passer au français',
    decline: 'Pas maintenant',
  },
  es: {
    text: 'BeaconPay también está disponible en español.',
    accept: 'Cambiar a español',
    decline: 'Ahora no',
  },
  hi: { text: 'BeaconPay हिन्दी में भी उपलब्ध है।', accept: 'हिन्दी चुनें', decline: 'अभी नहीं' },
  ar: {
    text: 'يتوفر BeaconPay أيضًا بالعربية.',
    accept: 'التبديل إلى العربية',
    decline: 'ليس الآن',
  },
};

/** Offers the page in the language of the browser. The answer is remembered on this device. */
export default function LanguageOffer({ language, shown }: { language: Language; shown: string }) {
  const [isAnswered, setIsAnswered] = useState(false);
  const offer = OFFERS[language.tag];
  if (offer === undefined || isAnswered) return null;
  return (
    <section
      lang={language.tag}
      dir={language.tag === 'ar' ? 'rtl' : 'ltr'}
      aria-label={offer.text}
      className="border-t bg-card"
    >
      <div className="page-container flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
        <p className="min-w-0 flex-1 leading-6 font-semibold">{offer.text}</p>
        <div className="flex gap-2">
          <Button size="sm" onClick={() => goToLanguage(language)}>
            {offer.accept}
          </Button>
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              storeLanguage(shown);
              setIsAnswered(true);
            }}
          >
            {offer.decline}
          </Button>
        </div>
      </div>
    </section>
  );
}
