import type { ClientSnapshot } from '../../clients/client-input.ts';
import type { Issuer } from '../../companies/settings.ts';
import { type Fault, refusal } from '../../faults.ts';
import { fiscalDay } from '../../fiscal-time.ts';
import { stateCode } from '../../states.ts';
import {
  type AdjustmentKind,
  adjustmentKindOf,
  kindInWords,
  mayCarry,
  otherTaxOf,
} from '../../taxation/adjustments.ts';
import { taxFieldNames } from '../../taxation/fields.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';

type SaleAtIssue = { payload: GoodsPayload; issuer: Issuer; client: ClientSnapshot; on: Date };

/** First year in which the presumed credit of the Zona Franca de Manaus can be taken (rule 1145). */
const presumedCreditSince = '2029';

/** Faults of a note of credit or debit, a return or a complement, by issuer, recipient and moment of issue. The payload's form is already checked. */
export function checkPurpose({ payload, issuer, client, on }: SaleAtIssue): Fault[] {
  const kind = adjustmentKindOf(payload);
  if (!kind) return checkOrdinary(payload, issuer, client);
  const date = fiscalDay(on, issuer.settings.address.state);
  return [
    ...checkPresumedCredit(payload, kind, date),
    ...payload.items.flatMap((item, index) => checkOtherTaxes(item, `items[${index}]`, kind, date)),
    ...(kind.noteReference === 'OWN'
      ? checkOwnNote(payload.referencedAccessKey, 'referencedAccessKey', kindInWords(kind), issuer)
      : []),
    ...(kind.itemReference === 'OWN' ? checkOwnItems(payload, kind, issuer) : []),
  ];
}

/** A complement refers to one note, which is of the same issuer (rules 255, 269 and 678). */
function checkOrdinary(payload: GoodsPayload, issuer: Issuer, client: ClientSnapshot): Fault[] {
  if (payload.purpose === 'RETURN') return checkReturn(payload, client);
  if (payload.purpose !== 'COMPLEMENTARY') return [];
  const keys = payload.referencedDocuments ?? [];
  if (keys.length > 1) {
    const message = 'A nota complementar se refere a uma só nota (rejeição 255): emita uma para cada.';
    return [refusal('referencedDocuments', message)];
  }
  return keys.flatMap((key) => checkOwnNote(key, 'referencedDocuments[0]', 'A nota complementar', issuer));
}

/** Rules 1145 and 1160: from when on, and for which month, the presumed credit can be taken. */
function checkPresumedCredit({ items }: GoodsPayload, kind: AdjustmentKind, date: string): Fault[] {
  if (kind.purpose === 'CREDIT' && kind.type === '02' && date < presumedCreditSince) {
    const message =
      'O crédito presumido da Zona Franca de Manaus só pode ser usado a partir de janeiro de 2029 (rejeição 1145).';
    return [refusal('rtcCreditType', message, 'invalid_taxation')];
  }
  return items.flatMap(({ zfmPresumedCredit }, index) => {
    if (!zfmPresumedCredit || zfmPresumedCredit.period <= date.slice(0, 7)) return [];
    const message = `O mês de apuração é o da nota ou anterior (rejeição 1160); veio ${zfmPresumedCredit.period}.`;
    return [refusal(`items[${index}].zfmPresumedCredit.period`, message)];
  });
}

/** Faults of taxes that the item itself gives and its note may not have (rule 1001 and the layout). What other levels give is ignored. */
function checkOtherTaxes(item: ItemInput, path: string, kind: AdjustmentKind, date: string): Fault[] {
  return taxFieldNames.flatMap((name) => {
    const tax = otherTaxOf(name);
    if (!item[name] || tax === null || mayCarry(kind, tax, { date })) return [];
    const message = `${kindInWords(kind)} não tem ${inWords[tax]}: não envie este campo.`;
    return [refusal(`${path}.${name}`, message, 'invalid_taxation')];
  });
}

const inWords = { icms: 'ICMS', ipi: 'IPI', pis: 'PIS', cofins: 'COFINS' };

/** Rules 269 and 678: the key is of the same issuer and the same state. */
function checkOwnNote(key: string | null | undefined, path: string, note: string, issuer: Issuer): Fault[] {
  if (!key) return [];
  const refuse = (message: string): Fault[] => [refusal(path, message)];
  if (key.slice(6, 20) !== issuer.taxId.padStart(14, '0')) {
    return refuse(`${note} é de uma nota da própria empresa (rejeição 269); a chave é de outro emitente.`);
  }
  if (key.slice(0, 2) !== stateCode(issuer.settings.address.state)) {
    return refuse(`${note} é de uma nota da mesma UF (rejeição 678); a chave é de outra.`);
  }
  return [];
}

/** Goods that their buyer did not accept return to the issuer of the note that sold them: each item refers to one of its own notes. */
function checkOwnItems({ items }: GoodsPayload, kind: AdjustmentKind, issuer: Issuer): Fault[] {
  return items.flatMap(({ referencedItem }, index) =>
    checkOwnNote(referencedItem?.accessKey, `items[${index}].referencedItem.accessKey`, kindInWords(kind), issuer),
  );
}

/** Rule 1194: returned goods go to who sold them. */
function checkReturn({ items, operationType }: GoodsPayload, client: ClientSnapshot): Fault[] {
  if (operationType === 'IN') return [];
  return items.flatMap(({ referencedItem }, index) => {
    const key = referencedItem?.accessKey;
    if (!key || key.slice(6, 20) === client.document.padStart(14, '0')) return [];
    const message =
      'A devolução vai para quem emitiu a nota devolvida (rejeição 1194), e o destinatário é outro: acerte o destinatário ou a ' +
      'chave; se a mercadoria volta para a empresa, envie operationType IN.';
    return [refusal(`items[${index}].referencedItem.accessKey`, message)];
  });
}
