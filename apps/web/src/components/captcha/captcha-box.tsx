import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { CaptchaSettings } from '../../lib/configuration.ts';
import { useTheme } from '../../boot/theme.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { captchaTexts, type CaptchaControl, type CaptchaProblem } from './captcha-control.ts';
import { loadWidget } from './provider-widget.ts';
import { WIDGET_HEIGHTS } from './widget-height.ts';
import { m } from '../../paraglide/messages.js';

/** Problems that loading the widget again can solve. */
const CAN_BE_RETRIED: readonly (CaptchaProblem | null)[] = ['failed', 'not-loaded'];
/** Problems without a visible widget. */
const WITHOUT_WIDGET: readonly (CaptchaProblem | null)[] = ['not-loaded', 'unsupported'];

interface CaptchaBoxProps {
  settings: CaptchaSettings;
  control: CaptchaControl;
}

/** The widget and the messages about it. */
export function CaptchaBox({ settings, control }: CaptchaBoxProps) {
  const { problem, unsolvedPresses } = useSyncExternalStore(control.subscribe, control.getState);
  const { theme } = useTheme();
  const group = useRef<HTMLDivElement>(null);
  const widgetContainer = useRef<HTMLDivElement>(null);
  const messageId = useId();
  const [round, setRound] = useState(0);
  const [isShown, setShown] = useState(false);
  const isAway = WITHOUT_WIDGET.includes(problem);

  useEffect(() => {
    const container = widgetContainer.current;
    if (container === null) return;
    return mountWidget({ container, settings, theme, control, onShown: setShown });
  }, [settings, theme, control, round]);

  useEffect(() => {
    // From here the next Tab moves into the widget.
    if (unsolvedPresses > 0) group.current?.focus();
  }, [unsolvedPresses]);

  return (
    <div
      ref={group}
      role="group"
      aria-label={m.captcha_security_check()}
      aria-describedby={problem === null ? undefined : messageId}
      tabIndex={-1}
      className="flex flex-col gap-2 focus:outline-none"
    >
      <div hidden={isAway} className={`relative ${WIDGET_HEIGHTS[settings.provider]}`}>
        {!isShown && (
          <p
            role="status"
            className="absolute inset-0 flex items-center gap-3 text-sm text-muted-foreground"
          >
            <Spinner />
            {m.captcha_loading_the_security_check()}
          </p>
        )}
        <div ref={widgetContainer} className="relative" />
      </div>
      {problem !== null && (
        <div id={messageId} role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-sm font-medium text-destructive-text">{captchaTexts[problem]}</p>
          {CAN_BE_RETRIED.includes(problem) && (
            <Button
              variant="outline"
              size="sm"
              onClick={() => {
                control.retry();
                setRound(round + 1);
              }}
            >
              {m.common_try_again()}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface MountOptions {
  settings: CaptchaSettings;
  control: CaptchaControl;
  container: HTMLElement;
  theme: 'light' | 'dark';
  onShown: (isShown: boolean) => void;
}

/** Loads and shows the widget until the returned function is called. */
function mountWidget({ container, settings, theme, control, onShown }: MountOptions): () => void {
  let isUnmounted = false;
  let unmount: (() => void) | null = null;

  async function show() {
    const showWidget = await loadWidget(settings.provider);
    if (isUnmounted) return;
    const widget = showWidget(container, {
      siteKey: settings.siteKey,
      theme,
      onSolved: control.solve,
      onLost: control.lose,
    });
    const stopFollowing = control.follow(widget.renew);
    unmount = () => {
      stopFollowing();
      widget.remove();
    };
    onShown(true);
  }

  show().catch(() => {
    if (!isUnmounted) control.lose('not-loaded');
  });
  return () => {
    isUnmounted = true;
    unmount?.();
    onShown(false);
  };
}
