import { isWalletAddress } from '@beaconpay/domain';
import { useFormState, useWatch, type Control } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { FieldHint } from './field-hint.tsx';
import type { WireDirection } from './wire-route.ts';
import type { WireValues } from './wire.schema.ts';
import { walletAddressHint } from './recipient-hints.ts';
import { m } from '../../paraglide/messages.js';

interface WalletFieldsProps {
  control: Control<WireValues>;
  direction: WireDirection;
}

/** The wallet of a crypto transfer. */
export function WalletFields({ control, direction }: WalletFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_12rem] sm:gap-x-4">
      <TextField
        control={control}
        name="cryptoWalletAddress"
        label={
          direction === 'send'
            ? m.wire_transfers_wallet_address()
            : m.wire_transfers_your_wallet_address()
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={<WalletAddressHint control={control} />}
      />
      <TextField
        control={control}
        name="cryptoNetwork"
        label={m.wire_transfers_network()}
        optional
        autoComplete="off"
        placeholder={m.wire_transfers_e_g_erc_20()}
      />
    </div>
  );
}

function WalletAddressHint({ control }: { control: Control<WireValues> }) {
  const [typed, currency] = useWatch({ control, name: ['cryptoWalletAddress', 'currency'] });
  const { touchedFields } = useFormState({ control, name: 'cryptoWalletAddress' });
  const isGood = typed.trim() !== '' && isWalletAddress(typed, currency);
  const isJudged = isGood || touchedFields.cryptoWalletAddress;
  return (
    <FieldHint message={isJudged ? walletAddressHint(typed, currency) : null} isGood={isGood}>
      {m.wire_transfers_transfers_to_wallet_cant_be_undone()}
    </FieldHint>
  );
}
