import { useForm } from 'react-hook-form';
import { RemovalDialog } from '../../components/confirmation/removal-dialog.tsx';
import { PasswordField } from '../../components/fields/password-field.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { Form } from '../../components/ui/form.tsx';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { saveSettings, type BackOfficeSettings } from './api.ts';
import { useReloadSettings, useSaveSettings } from './use-save-settings.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import type { WebhookChange, WebhookValues } from './webhook.schema.ts';

const loadSchema = () => import('./webhook.schema.ts').then(({ webhookSchema }) => webhookSchema);

interface WebhookSectionProps {
  adminId: string;
  settings: BackOfficeSettings;
}

/** The webhook to the chat of the team, and what was sent to it. */
export function WebhookSection({ adminId, settings }: WebhookSectionProps) {
  return (
    <>
      <Card id="webhook" className="scroll-mt-20">
        <CardHeader>
          <CardTitle>{m.settings_webhook()}</CardTitle>
          <CardDescription>{m.settings_webhook_description()}</CardDescription>
        </CardHeader>
        <CardContent>
          <WebhookForm adminId={adminId} settings={settings} />
        </CardContent>
      </Card>
      <WebhookDeliveries adminId={adminId} hasUrl={settings.webhookUrl !== null} />
    </>
  );
}

function WebhookForm({ adminId, settings }: WebhookSectionProps) {
  const { webhookUrl, webhookSecretSetAt } = settings;
  const { save, isSaving } = useSaveSettings(adminId, settings);
  const reload = useReloadSettings(adminId);
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<WebhookValues, unknown, WebhookChange>({
    resolver,
    values: { url: webhookUrl ?? '', secret: '' },
    resetOptions: { keepDirtyValues: true },
  });

  async function submit({ url, secret }: WebhookChange) {
    const isSaved = await save({
      webhook_url: url,
      ...(secret === '' ? {} : { webhook_secret: secret }),
    });
    // A secret does not stay on the screen. `reset` would otherwise keep it, as `resetOptions` say.
    if (isSaved) form.reset({ url: url ?? '', secret: '' }, { keepDirtyValues: false });
  }

  return (
    <Form {...form}>
      <form
        noValidate
        aria-label={m.settings_webhook()}
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(submit));
        }}
      >
        <TextField
          control={form.control}
          name="url"
          label={m.settings_webhook_url()}
          optional
          inputMode="url"
          autoComplete="off"
          dir="ltr"
          hint={m.settings_webhook_url_hint()}
        />
        <PasswordField
          control={form.control}
          name="secret"
          label={m.settings_webhook_secret()}
          autoComplete="new-password"
          isOptional
          hint={
            webhookSecretSetAt === null
              ? m.settings_webhook_secret_missing()
              : m.settings_webhook_secret_set({ time: formatTimestamp(webhookSecretSetAt) })
          }
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={isSaving}>
            {isSaving ? m.common_saving() : m.common_save_changes()}
          </Button>
          {webhookSecretSetAt !== null && (
            <RemovalDialog
              label={m.settings_webhook_secret_remove()}
              question={m.settings_webhook_secret_remove_question()}
              consequence={m.settings_webhook_secret_remove_consequence()}
              remove={async () => {
                await saveSettings(adminId, settings, { webhook_secret: '' });
                return true;
              }}
              removedTitle={m.settings_webhook_secret_removed()}
              onRemoved={() => void reload()}
              words={{
                act: m.settings_webhook_secret_remove(),
                acting: m.common_saving(),
                failed: m.common_update_failed(),
              }}
            />
          )}
        </div>
      </form>
    </Form>
  );
}
