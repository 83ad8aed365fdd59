import { useLocation } from 'react-router';
import { cn } from '../../lib/class-names.ts';
import { LANGUAGES } from '../../lib/languages.ts';
import { BASE_PATH } from '../../lib/locale.ts';
import { m } from '../../paraglide/messages.js';
import { addressInLanguage, chooseLanguage } from './language-address.ts';

/** Links to this page in each language. They load it again, and forms keep what was typed. */
export function LanguageLinks({ className }: { className?: string }) {
  const { pathname } = useLocation();
  return (
    <ul aria-label={m.language_menu()} className={cn('flex flex-wrap gap-x-5', className)}>
      {LANGUAGES.map((language) => (
        <li key={language.tag}>
          <a
            href={addressInLanguage(language, pathname)}
            hrefLang={language.tag}
            lang={language.tag}
            aria-current={language.basePath === BASE_PATH ? 'true' : undefined}
            className="inline-flex min-h-11 items-center rounded-sm aria-[current]:font-bold sm:min-h-9"
            onClick={({ currentTarget }) => {
              // The prerendered page does not know the rest of the address.
              currentTarget.search = window.location.search;
              currentTarget.hash = window.location.hash;
              chooseLanguage(language);
            }}
          >
            {language.name}
          </a>
        </li>
      ))}
    </ul>
  );
}
