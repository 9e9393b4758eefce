import { isAccessKey } from '../../access-key.ts';
import { type Fault, refusal } from '../../faults.ts';
import { type AdjustmentKind, adjustmentKindOf, kindInWords } from '../../taxation/adjustments.ts';
import type { GoodsPayload, ItemInput, ReferencedItem } from '../payload.ts';

/** Faults of references to other notes, of the note as a whole and of its lines (groups BA and VC), as far as the payload alone shows them. */
export function checkReferences(payload: GoodsPayload): Fault[] {
  const kind = adjustmentKindOf(payload);
  return [
    ...checkAdvances(payload),
    ...checkDocuments(payload, kind),
    ...checkAdjustedNote(payload, kind),
    ...checkItemReferences(payload, kind),
  ];
}

/** Group BC: only an NF-e deducts advance payments, each note once (11BB01-10, 1146; the layout takes keys of NF-e). */
function checkAdvances({ type, advancePayments }: GoodsPayload): Fault[] {
  const keys = advancePayments ?? [];
  if (keys.length === 0) return [];
  if (type !== 'NFE') {
    const message = 'A NFC-e não abate pagamento antecipado (rejeição 1146): use uma NF-e.';
    return [refusal('advancePayments', message)];
  }
  return keys.flatMap((key, index) => {
    const path = `advancePayments[${index}]`;
    if (!isAccessKey(key)) return [refusal(path, wrongKey())];
    if (key.slice(20, 22) !== '55') {
      return [refusal(path, `O pagamento antecipado é de uma NF-e; a chave é de um modelo ${key.slice(20, 22)}.`)];
    }
    return keys.indexOf(key) === index ? [] : [refusal(path, 'A chave está repetida: envie-a uma vez.')];
  });
}

/** A complement refers to another note (rule 254); a note of credit or debit has fields of its own for the note that it adjusts. */
function checkDocuments({ referencedDocuments, purpose }: GoodsPayload, kind: AdjustmentKind | null): Fault[] {
  const keys = referencedDocuments ?? [];
  const refuse = (message: string): Fault[] => [refusal('referencedDocuments', message)];
  if (keys.length === 0) {
    if (purpose !== 'COMPLEMENTARY') return [];
    return refuse('Nota complementar precisa da chave da nota a que se refere: informe referencedDocuments.');
  }
  if (kind)
    return refuse(
      'A nota de crédito ou débito se refere à nota em referencedAccessKey, ou por item em referencedItem.',
    );
  return keys.flatMap((key, index) => {
    return isAccessKey(key) ? [] : [refusal(`referencedDocuments[${index}]`, wrongKey('(rejeição 547)'))];
  });
}

function checkAdjustedNote({ referencedAccessKey: key }: GoodsPayload, kind: AdjustmentKind | null): Fault[] {
  const refuse = (message: string): Fault[] => [refusal('referencedAccessKey', message)];
  if (!kind) {
    return key ? refuse('Só vai em nota de crédito ou de débito: informe a nota em referencedDocuments.') : [];
  }
  const isRequired = kind.noteReference === 'REQUIRED' || kind.noteReference === 'OWN';
  if (!key) {
    return isRequired ? refuse(`Com ${kindInWords(kind)}, informe a chave da nota ajustada (rejeição 254).`) : [];
  }
  if (kind.noteReference === 'FORBIDDEN') {
    const mend =
      kind.itemReference === 'FORBIDDEN' ? 'não envie este campo' : 'informe a nota em cada item, em referencedItem';
    return refuse(`Não vai em ${kindInWords(kind)}: ${mend}.`);
  }
  if (!isAccessKey(key)) return refuse(wrongKey());
  const models = modelsOf(kind);
  if (!models.includes(key.slice(20, 22))) {
    return refuse(
      `A nota ajustada precisa ser do modelo ${models.join(' ou ')}; a chave é de um ${key.slice(20, 22)} (rejeição 1003).`,
    );
  }
  return [];
}

/** Models of the note that may be adjusted. Goods sold by an NFC-e can also be refused at the door, which is credit type 03 (rule 1003). */
function modelsOf({ purpose, type }: AdjustmentKind): string[] {
  return purpose === 'CREDIT' && type === '03' ? ['55', '65'] : ['55'];
}

function wrongKey(rejection = ''): string {
  return `Não é uma chave de acesso${rejection && ` ${rejection}`}: ela tem 44 posições, e o dígito verificador confere. Copie-a de novo da nota.`;
}

/** What each line refers to: a whole note, an item of one, nothing, or either of these by the caller's choice. */
type Naming = Exclude<AdjustmentKind['itemReference'], 'OWN'>;
type Line = { reference: ReferencedItem | null | undefined; path: string };

/**
 * Faults of the lines' references in notes of credit and debit and in returns: group VC of the layout. A return refers to each item that comes back
 * (rule VC02-14; docs/decisions/0026).
 */
function checkItemReferences(payload: GoodsPayload, kind: AdjustmentKind | null): Fault[] {
  const isReturn = !kind && payload.purpose === 'RETURN';
  const naming = isReturn ? 'ITEM' : namingOf(kind);
  const lines = payload.items.map((item, index) => lineOf(item, index));
  const faults = lines.flatMap((line) => checkLine(line, naming, kind));
  if (faults.length > 0) return faults;
  const mayNameMany = isReturn || naming === 'NOTE';
  return [
    ...checkTwice(lines),
    ...(mayNameMany ? [] : checkOneNote(lines)),
    ...(isReturn ? [...checkOneIssuer(lines), ...checkReferencedTwice(payload)] : []),
    ...(kind?.noteReference === 'ALLOWED' ? checkOneLevel(payload) : []),
  ];
}

/** `OWN` demands that the note is the issuer's own, and is otherwise a reference to an item. */
function namingOf(kind: AdjustmentKind | null): Naming {
  const naming = kind?.itemReference ?? 'FORBIDDEN';
  return naming === 'OWN' ? 'ITEM' : naming;
}

function lineOf({ referencedItem }: ItemInput, index: number): Line {
  return { reference: referencedItem, path: `items[${index}].referencedItem` };
}

function checkLine({ reference, path }: Line, naming: Naming, kind: AdjustmentKind | null): Fault[] {
  if (!reference) return naming === 'ITEM' || naming === 'NOTE' ? [refusal(path, missing(naming, kind))] : [];
  if (naming === 'FORBIDDEN') {
    const message = kind
      ? `A nota de crédito não se refere a itens (rejeição 1042): informe a nota em referencedAccessKey, se o tipo a tem.`
      : 'Só vai em devolução e em nota de crédito ou de débito: não envie este campo.';
    return [refusal(path, message)];
  }
  return [...checkKey(reference, path), ...checkNumber(reference, path, naming, kind)];
}

function missing(naming: 'ITEM' | 'NOTE', kind: AdjustmentKind | null): string {
  if (!kind) {
    return (
      'Desde novembro de 2026 a devolução se refere à nota de origem item por item (regra VC02-14, rejeição 321): informe ' +
      'accessKey e number do item que volta.'
    );
  }
  const what = naming === 'NOTE' ? 'accessKey da nota' : 'accessKey e number do item';
  return `Com ${kindInWords(kind)}, informe ${what} que este item ajusta (rejeição 1038).`;
}

function checkKey({ accessKey }: ReferencedItem, path: string): Fault[] {
  const refuse = (message: string): Fault[] => [refusal(`${path}.accessKey`, message)];
  if (!isAccessKey(accessKey)) {
    return refuse(wrongKey());
  }
  const model = accessKey.slice(20, 22);
  return model === '55' || model === '65'
    ? []
    : refuse(`Só uma NF-e ou NFC-e tem itens; a chave é do modelo ${model}.`);
}

function checkNumber({ number }: ReferencedItem, path: string, naming: Naming, kind: AdjustmentKind | null): Fault[] {
  const refuse = (message: string): Fault[] => [refusal(`${path}.number`, message)];
  const isGiven = number !== undefined && number !== null;
  if (naming === 'NOTE' && kind) {
    return isGiven ? refuse(`${kindInWords(kind)} se refere à nota inteira (rejeição 1039): não envie number.`) : [];
  }
  if (!isGiven) return refuse('Informe o número do item na nota de origem, de 1 a 990 (rejeições 1048 e 1102).');
  return Number.isInteger(number) && number >= 1 && number <= 990 ? [] : refuse('O número do item vai de 1 a 990.');
}

/** Rule 1072: no two lines refer to the same item. */
function checkTwice(lines: Line[]): Fault[] {
  const first = new Map<string, number>();
  return lines.flatMap(({ reference, path }, index) => {
    if (!reference) return [];
    const named = `${reference.accessKey} ${reference.number ?? ''}`;
    const earlier = first.get(named);
    if (earlier === undefined) first.set(named, index);
    if (earlier === undefined) return [];
    return [refusal(path, `O item ${earlier + 1} já se refere a este: junte os dois em um (rejeição 1072).`)];
  });
}

/** Rule 1130: all lines refer to one note. */
function checkOneNote(lines: Line[]): Fault[] {
  return checkAlike(lines, ({ accessKey }) => accessKey, 'à mesma nota (rejeição 1130): emita uma nota para cada uma');
}

/** Rule 1193: all lines of a return refer to notes of one issuer. */
function checkOneIssuer(lines: Line[]): Fault[] {
  const issuerOf = ({ accessKey }: ReferencedItem) => accessKey.slice(6, 20);
  return checkAlike(
    lines,
    issuerOf,
    'a notas do mesmo emitente (rejeição 1193): emita uma devolução para cada emitente',
  );
}

function checkAlike(lines: Line[], of: (reference: ReferencedItem) => string, whereTo: string): Fault[] {
  const [first] = lines.flatMap(({ reference }) => (reference ? [of(reference)] : []));
  return lines.flatMap(({ reference, path }) => {
    if (!reference || of(reference) === first) return [];
    return [refusal(`${path}.accessKey`, `Todos os itens se referem ${whereTo}.`)];
  });
}

/** A return may list as a whole only notes to whose items its lines refer (rule 1010 lets only one of both be printed). */
function checkReferencedTwice({ items, referencedDocuments }: GoodsPayload): Fault[] {
  const named = new Set(items.map(({ referencedItem }) => referencedItem?.accessKey));
  return (referencedDocuments ?? []).flatMap((key, index) => {
    if (named.has(key)) return [];
    const message =
      'Nenhum item desta devolução se refere a esta nota: retire a chave, ou informe os itens dela em referencedItem.';
    return [refusal(`referencedDocuments[${index}]`, message)];
  });
}

/** Rule 1010: where the kind lets the caller choose, a note refers as a whole or by its items, not in both ways. */
function checkOneLevel({ items, referencedAccessKey }: GoodsPayload): Fault[] {
  if (!referencedAccessKey || items.every(({ referencedItem }) => !referencedItem)) return [];
  const message =
    'A nota se refere a outra como um todo ou item por item, não dos dois modos (rejeição 1010): envie referencedAccessKey ou ' +
    'referencedItem.';
  return [refusal('referencedAccessKey', message)];
}

/** CFOPs of exports, and of their returns, that refer to another note (I08-190). */
const indirectExports: ReadonlySet<string> = new Set(['3503', '7501']);

/** Rule 701: a note with such a CFOP refers to another note. `cfops` are those of its items. */
export function checkCfopReferences({ referencedDocuments, items }: GoodsPayload, cfops: string[]): Fault[] {
  if ((referencedDocuments ?? []).length > 0 || items.some(({ referencedItem }) => referencedItem)) return [];
  const named = cfops.find((cfop) => indirectExports.has(cfop));
  if (named === undefined) return [];
  const message = `O CFOP ${named}, de exportação indireta, pede a nota a que se refere (rejeição 701): informe referencedDocuments.`;
  return [refusal('referencedDocuments', message)];
}
