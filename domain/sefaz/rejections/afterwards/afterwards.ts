import { taxFieldNames } from '../../../taxation/fields.ts';

const emitAgain = 'Depois emita de novo com POST /v1/fiscal-documents/{id}/emit.';
const correct = 'Corrija o documento com PATCH /v1/fiscal-documents/{id} e emita de novo: ele mantém o número que tem.';
const whereItIs =
  'O que veio de regra, produto, modelo ou empresa (items[].taxation diz de onde) corrija lá e emita de novo; ' +
  'o que foi enviado no item corrija com PATCH no documento, e emita de novo.';

const taxFields: ReadonlySet<string> = new Set(taxFieldNames.map((name) => `items[].${name}`));

/** How to issue the note once `field` is mended, which depends on where its value is kept; empty where the fix already says it. */
export function afterwards(field: string | undefined): string {
  if (field === undefined || field === 'issueDateTime' || field === 'items[]') return '';
  if (field.startsWith('company.')) return emitAgain;
  return taxFields.has(field) ? whereItIs : correct;
}
