/** What a column contains. Several columns can be parts of the text. */
export type ColumnRole =
  | 'account'
  | 'bookingDate'
  | 'valueDate'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'sign'
  | 'currency'
  | 'counterpartyName'
  | 'counterpartyAccount'
  | 'text'
  | 'endToEndId'
  | 'bankReference'
  | 'charges'
  | 'status';

/**
 * The headers of banks in English, German, French, Spanish, Italian, Dutch, Hindi and Arabic, in the form
 * that `normalizeHeader` returns. Names of one role are separated by commas.
 */
const NAMES: Readonly<Record<ColumnRole, string>> = {
  account:
    'account,own account,account iban,account no,account number,account id,auftragskonto,iban auftragskonto,konto,eigenes konto,compte,numero de compte,cuenta,conto,rekening,agent,agent id,agent no,खाता,الحساب',
  bookingDate:
    'buchungstag,buchungsdatum,buchung,datum,date,booking date,booked,transaction date,posting date,posted date,date posted,posted on,post date,txn date,tran date,trans date,entry date,completed date,date completed,created,created on,date time,datetime,time,date comptable,date operation,date de l operation,date d operation,date de comptabilisation,date transaction,fecha,fecha operacion,fecha de operacion,fecha contable,fecha de la operacion,data,data operazione,data contabile,boekdatum,transactiedatum,दिनांक,तारीख,التاريخ',
  valueDate:
    'valuta,valutadatum,wertstellung,wertstellungstag,wert,value date,value dt,val date,date valeur,date de valeur,fecha valor,fecha de valor,data valuta,rentedatum,मूल्य तिथि,تاريخ القيمة',
  amount:
    'betrag,umsatz,buchungsbetrag,amount,transaction amount,booking amount,montant,montant de l operation,importe,importo,bedrag,monto,राशि,रकम,المبلغ',
  debit:
    'soll,belastung,belastungen,lastschrift,ausgang,ausgaben,debit,debits,debit amount,debit amt,withdrawal,withdrawals,withdrawal amount,withdrawal amt,paid out,money out,out,retrait,debito,cargo,cargos,dare,addebito,uscite,नामे,مدين',
  credit:
    'haben,gutschrift,gutschriften,eingang,einnahmen,credit,credits,credit amount,credit amt,deposit,deposits,deposit amount,deposit amt,paid in,money in,in,versement,credito,abono,abonos,avere,accredito,entrate,जमा,دائن',
  sign: 'soll haben,soll haben kennzeichen,s h,sh,sh kennzeichen,cr dr,dr cr,debit credit,credit debit,credit debit indicator,debit credit indicator,indicator,sign,sens,signo,direction,in out,af bij,vorzeichen',
  currency:
    'wahrung,waehrung,kontowahrung,currency,currency code,ccy,curr,devise,divisa,moneda,valuta code,munt,muntsoort,मुद्रा,العملة',
  counterpartyName:
    'name,beguenstigter zahlungspflichtiger,begunstigter zahlungspflichtiger,auftraggeber,auftraggeber empfanger,auftraggeber beguenstigter,auftraggeber begunstigter,empfanger,zahlungsempfanger,zahlungspflichtiger,name zahlungsbeteiligter,zahlungsbeteiligter,gegenpartei,payee,payee name,payer,payer name,counterparty,counterparty name,counter party,beneficiary,beneficiary name,sender,sender name,from,partner name,customer,customer name,naam tegenpartij,naam omschrijving,tegenpartij,nom,beneficiaire,contrepartie,donneur d ordre,beneficiario,ordenante,contraparte,controparte,नाम,الاسم',
  counterpartyAccount:
    'iban,kontonummer,kontonummer iban,iban zahlungsbeteiligter,iban empfanger,konto nr,counterparty iban,counterparty account,partner iban,payer account,sender account,beneficiary account,tegenrekening,tegenrekening iban bban,iban contrepartie,compte contrepartie',
  text: 'verwendungszweck,zahlungszweck,buchungstext,buchungsdetails,beschreibung,mitteilung,zahlungsreferenz,description,transaction description,narrative,narration,details,transaction details,memo,reference,payment reference,payment details,remittance information,remittance,particulars,libelle,libelle operation,libelle de l operation,communication,communications,motif,concepto,descripcion,observaciones,causale,descrizione,omschrijving,mededelingen,mededeling,message,note,notes,purpose,remarks,transaction remarks,विवरण,الوصف,البيان',
  endToEndId:
    'kundenreferenz,kundenreferenz end to end,end to end reference,end to end id,endtoendid,end to end referenz,end to end referentie,e2e,e2e id',
  bankReference:
    'transaction id,transaction reference,transaction ref,transaction no,transaction number,bank reference,bankreferenz,buchungsreferenz,referenz,ref no cheque no,chq ref no,chq ref number,cheque number,cheque no,ref no,utr,utr no,transactiereferentie,id,numero de reference,referencia,riferimento,receipt number,receipt no,receipt',
  charges:
    'fee,fees,charges,charge,gebuhr,gebuhren,entgelt,spesen,frais,comision,commissione,kosten',
  status: 'status,state,statut,estado,stato',
};

const ROLES: ReadonlyMap<string, ColumnRole> = new Map(
  Object.entries(NAMES).flatMap(([role, names]) =>
    names.split(',').map((name) => [name, role as ColumnRole] as const),
  ),
);

/** Lower case without accents and punctuation. */
export function normalizeHeader(header: string): string {
  return header
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, ' ')
    .trim();
}

/** A currency after the name of a column: "Betrag (EUR)", "Amount in CHF", "Débit €". */
const CURRENCY = /(?:\(([A-Z]{3}|[€£₹])\)|\b(?:in|en)\s+([A-Z]{3})|\s([A-Z]{3}|[€£₹]))\s*$/u;
const SYMBOLS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '₹': 'INR' };

/** The currency that a header names. */
export function headerCurrency(header: string): string | null {
  const found = CURRENCY.exec(header.trim());
  const name = found?.[1] ?? found?.[2] ?? found?.[3];
  return name === undefined ? null : (SYMBOLS[name] ?? name);
}

function roleOf(header: string): ColumnRole | null {
  const withoutCurrency = header
    .trim()
    .replace(CURRENCY, '')
    .replace(/\([^)]*\)/g, ' ');
  // "Verwendungszweck 2" is a part of the text.
  const names = [header, withoutCurrency, withoutCurrency.replace(/\s*\d+\s*$/, '')];
  for (const name of names) {
    const role = ROLES.get(normalizeHeader(name));
    if (role !== undefined) return role;
  }
  return null;
}

/** The role of each column by its header. The first of several columns has the role, except for texts. */
export function guessColumns(header: readonly string[]): (ColumnRole | null)[] {
  const taken = new Set<ColumnRole>();
  const columns = header.map((name) => {
    const role = roleOf(name);
    if (role === null || (role !== 'text' && taken.has(role))) return null;
    taken.add(role);
    return role;
  });
  const isSplit = (role: ColumnRole | null): boolean => role === 'debit' || role === 'credit';
  return taken.has('amount') ? columns.map((role) => (isSplit(role) ? null : role)) : columns;
}

/** What a table needs before its rows can be read. */
export function missingRoles(columns: readonly (ColumnRole | null)[]): ColumnRole[] {
  const has = (role: ColumnRole): boolean => columns.includes(role);
  const missing: ColumnRole[] = [];
  if (!has('bookingDate') && !has('valueDate')) missing.push('bookingDate');
  if (!has('amount') && !has('debit') && !has('credit')) missing.push('amount');
  return missing;
}
