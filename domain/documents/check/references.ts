import { accessKeyPattern, isAccessKey } from '../../access-key.ts';
import type { Fault } from '../../faults.ts';
import { type AdjustmentKind, adjustmentKindOf, kindInWords } from '../../taxation/adjustments/kinds.ts';
import type { GoodsPayload } from '../payload.ts';
import { checkItemReferences } from './item-references.ts';

/** Checks what the note refers to, as a whole and line by line (groups BA and VC), as far as the payload alone tells. */
export function checkReferences(payload: GoodsPayload): Fault[] {
  const kind = adjustmentKindOf(payload);
  return [...checkDocuments(payload, kind), ...checkAdjustedNote(payload, kind), ...checkItemReferences(payload, kind)];
}

/** A complement refers to another note (rule 254); a note of credit or debit names what it adjusts in fields of its own. */
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
    if (accessKeyPattern.test(key)) return [];
    return [refusal(`referencedDocuments[${index}]`, 'A chave de acesso tem 44 posições, sem espaços.')];
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
  if (!isAccessKey(key)) return refuse(wrongKey);
  const models = modelsOf(kind);
  if (!models.includes(key.slice(20, 22))) {
    return refuse(
      `A nota ajustada precisa ser do modelo ${models.join(' ou ')}; a chave é de um ${key.slice(20, 22)} (rejeição 1003).`,
    );
  }
  return [];
}

/** Goods sold by an NFC-e may be refused at the door too (rule 1003). */
function modelsOf({ purpose, type }: AdjustmentKind): string[] {
  return purpose === 'CREDIT' && type === '03' ? ['55', '65'] : ['55'];
}

const wrongKey =
  'Não é uma chave de acesso: ela tem 44 posições, e o dígito verificador confere. Copie-a de novo da nota.';

function refusal(path: string, message: string): Fault {
  return { code: 'validation_error', path, message };
}
