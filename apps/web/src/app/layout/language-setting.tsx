import { Languages } from 'lucide-react';
import { Card, CardContent } from '../../components/ui/card.tsx';
import { m } from '../../paraglide/messages.js';
import { LanguageLinks } from './language-links.tsx';

/** The languages among the settings. Visitors have this setting, too. */
export function LanguageSetting() {
  return (
    <Card className="mt-6">
      <CardContent className="flex items-start gap-4">
        <Languages aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{m.language_menu()}</h2>
          <p className="text-sm text-muted-foreground">{m.language_setting_text()}</p>
          <LanguageLinks className="mt-1" />
        </div>
      </CardContent>
    </Card>
  );
}
