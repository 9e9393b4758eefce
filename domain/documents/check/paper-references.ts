import { type Fault, refusal } from '../../faults.ts';
import { fiscalDay } from '../../fiscal-time.ts';
import { registrationFault } from '../../state-registration.ts';
import { stateCodes } from '../../states.ts';
import { isCnpj, taxIdKind } from '../../tax-id.ts';
import { adjustmentKindOf } from '../../taxation/adjustments.ts';
import { countOfPaper, type PaperNote, type RuralNote } from '../paper-references.ts';
import type { GoodsPayload } from '../payload.ts';

/** NFref, 0 to 999. */
const referencesAtMost = 999;

/** Faults of form of documents without an access key that a sale refers to (BA03 to BA23). */
export function checkPaperReferences(payload: GoodsPayload): Fault[] {
  const count = countOfPaper(payload);
  if (count === 0) return [];
  const { referencedPaperNotes, referencedRuralNotes, referencedReceipts, referencedDocuments } = payload;
  const path = first(payload);
  if (count + (referencedDocuments?.length ?? 0) > referencesAtMost) {
    return [refusal(path, `A nota se refere a ${referencesAtMost} documentos, no máximo.`)];
  }
  const kind = whoseItIs(payload);
  if (kind) return [refusal(path, `${kind}: não envie este campo.`)];
  const paper = referencedPaperNotes ?? [];
  const rural = referencedRuralNotes ?? [];
  const receipts = referencedReceipts ?? [];
  return [
    ...paper.flatMap((note, index) => checkNote(note, `referencedPaperNotes[${index}]`)),
    ...paper.flatMap(({ taxId }, index) => checkCnpj(taxId, `referencedPaperNotes[${index}].taxId`)),
    ...rural.flatMap((note, index) => checkNote(note, `referencedRuralNotes[${index}]`)),
    ...rural.flatMap((note, index) => checkProducer(note, `referencedRuralNotes[${index}]`)),
    ...checkTwice(
      paper.map(({ taxId, model, series, number }) => [taxId, model, series, number]),
      'referencedPaperNotes',
      '681',
    ),
    ...checkTwice(
      rural.map(({ stateRegistration, model, series, number }) => [stateRegistration, model, series, number]),
      'referencedRuralNotes',
      '682',
    ),
    ...checkTwice(
      receipts.map(({ model, printer, counter }) => [model, printer, counter]),
      'referencedReceipts',
      '684',
    ),
  ];
}

/** What stands against them by the month of issue (BA05-10 and BA12-10). */
export function checkPaperMonths(payload: GoodsPayload, { on, state }: { on: Date; state: string }): Fault[] {
  const month = fiscalDay(on, state).slice(0, 7);
  const check = (notes: { month: string }[] | null | undefined, name: string, code: string): Fault[] =>
    (notes ?? []).flatMap((note, index) => {
      if (note.month <= month) return [];
      return [refusal(`${name}[${index}].month`, `A nota referida não é de um mês que ainda virá (rejeição ${code}).`)];
    });
  return [
    ...check(payload.referencedPaperNotes, 'referencedPaperNotes', '317'),
    ...check(payload.referencedRuralNotes, 'referencedRuralNotes', '322'),
  ];
}

function first({ referencedPaperNotes, referencedRuralNotes }: GoodsPayload): string {
  if (referencedPaperNotes?.length) return 'referencedPaperNotes';
  return referencedRuralNotes?.length ? 'referencedRuralNotes' : 'referencedReceipts';
}

/** Why such a note refers to no paper; null where it may. */
function whoseItIs(payload: GoodsPayload): string | null {
  if (payload.type === 'NFCE') return 'A NFC-e não se refere a outras notas (rejeição 708)';
  if (adjustmentKindOf(payload)) return 'A nota de crédito ou débito ajusta notas que têm chave';
  if (payload.purpose === 'COMPLEMENTARY')
    return 'A nota complementar se refere a uma só nota, pela chave (rejeição 255)';
  return payload.purpose === 'RETURN'
    ? 'A devolução se refere a itens de notas que têm chave, em referencedItem'
    : null;
}

function checkNote({ state, month }: Omit<PaperNote, 'model'>, path: string): Fault[] {
  return [
    ...(stateCodes.has(state) ? [] : [refusal(`${path}.state`, `${state.slice(0, 10)} não é a sigla de uma UF.`)]),
    ...(/^\d{4}-(0[1-9]|1[0-2])$/.test(month)
      ? []
      : [refusal(`${path}.month`, 'O mês da nota é AAAA-MM, como 2019-05.')]),
  ];
}

function checkCnpj(taxId: string, path: string): Fault[] {
  return isCnpj(taxId)
    ? []
    : [refusal(path, `${taxId.slice(0, 20)} não é um CNPJ: confira os dígitos (rejeição 548).`)];
}

/** Rules BA13-10, BA14-10 and BA15-10. */
function checkProducer({ taxId, stateRegistration, state }: RuralNote, path: string): Fault[] {
  const faults: Fault[] = [];
  if (taxIdKind(taxId) === null) {
    const message = `${taxId.slice(0, 20)} não é um CPF nem um CNPJ: confira os dígitos (rejeições 549 e 550).`;
    faults.push(refusal(`${path}.taxId`, message));
  }
  const fault =
    stateRegistration === 'ISENTO' || !stateCodes.has(state) ? null : registrationFault(stateRegistration, state);
  if (fault) faults.push(refusal(`${path}.stateRegistration`, `${fault} (rejeição 551)`));
  return faults;
}

function checkTwice(named: (string | number)[][], name: string, code: string): Fault[] {
  const keys = named.map((parts) => parts.join(' '));
  return keys.flatMap((key, index) => {
    if (keys.indexOf(key) === index) return [];
    return [refusal(`${name}[${index}]`, `O documento está repetido (rejeição ${code}): envie-o uma vez.`)];
  });
}
