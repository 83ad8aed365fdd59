import { cleanAccount } from '../line-collector.ts';
import { findElement, findElements, findText, type XmlElement } from './xml-elements.ts';

interface Party {
  readonly counterpartyName: string | null;
  readonly counterpartyAccount: string | null;
}

/** An IBAN, or the number of another kind of account. */
export function accountNumberOf(account: XmlElement | undefined): string | null {
  return findText(account, 'Id', 'IBAN') ?? findText(account, 'Id', 'Othr', 'Id');
}

/** The party in a role; since version 8 its name is one level deeper. */
function partyOf(parties: XmlElement, role: 'Dbtr' | 'Cdtr'): Party {
  const name = (element: string): string | null =>
    findText(parties, element, 'Nm') ?? findText(parties, element, 'Pty', 'Nm');
  return {
    counterpartyName: name(role) ?? name(`Ultmt${role}`),
    counterpartyAccount: accountNumberOf(findElement(parties, `${role}Acct`)),
  };
}

/** The other side of a movement. A reversal keeps the roles of the movement that it takes back. */
export function counterpartyOf(
  details: XmlElement,
  own: { readonly isDebit: boolean; readonly account: string },
): Party {
  const parties = findElement(details, 'RltdPties');
  if (parties === undefined) return { counterpartyName: null, counterpartyAccount: null };
  const debtor = partyOf(parties, 'Dbtr');
  const creditor = partyOf(parties, 'Cdtr');
  const [expected, other] = own.isDebit ? [creditor, debtor] : [debtor, creditor];
  const isOwn = ({ counterpartyAccount }: Party): boolean =>
    counterpartyAccount !== null && cleanAccount(counterpartyAccount) === cleanAccount(own.account);
  const isEmpty = expected.counterpartyName === null && expected.counterpartyAccount === null;
  return isOwn(expected) || (isEmpty && !isOwn(other)) ? other : expected;
}

/** The remittance text: all unstructured parts and the structured references, each once. */
export function remittanceOf(details: XmlElement): string | null {
  const parts = [
    ...findElements(details, 'RmtInf', 'Ustrd'),
    ...findElements(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...findElements(details, 'RmtInf', 'Strd', 'AddtlRmtInf'),
  ].map(({ text }) => text.trim());
  const text = [...new Set(parts)].join(' ').trim();
  return text === '' ? findText(details, 'AddtlTxInf') : text;
}
