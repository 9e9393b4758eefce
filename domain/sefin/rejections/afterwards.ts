import { serviceFieldNames } from '../../taxation/levels/service-fields.ts';

const emitAgain = 'Depois emita de novo com POST /v1/fiscal-documents/{id}/emit.';
const correct = 'Corrija o documento com PATCH /v1/fiscal-documents/{id} e emita de novo: ele mantém o número que tem.';
const whereItIs =
  'O que veio de regra, produto, modelo ou empresa corrija lá e emita de novo; o que foi enviado no item corrija com PATCH no documento, e emita de novo.';

const serviceFields: ReadonlySet<string> = new Set(serviceFieldNames.map((name) => `items[].${name}`));

/** How a DPS goes out again once `field` is mended, which depends on where its value is kept; empty where the fix already says it. */
export function afterwards(field: string | undefined): string {
  if (field === undefined || field === 'issueDateTime' || field === 'certificate') return '';
  if (field.startsWith('company.')) return emitAgain;
  return serviceFields.has(field) ? whereItIs : correct;
}
