import type { Environment } from '../../companies/settings.ts';
import { emissionTypeOfKey } from '../../contingency-mode.ts';
import { type Fault, refusal } from '../../faults.ts';
import { inForce } from '../../law-calendar.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { GoodsPayload } from '../payload.ts';

/** CFOPs of what was sold by a receipt of a till before. */
const ofCupom: ReadonlySet<string> = new Set(['5929', '6929']);

/**
 * Rules 679 (BA02-35, VC02-40) and 375 (I08-180) of NT 2026.002 v1.11: from their day on an outgoing note that neither complements nor gives back
 * refers to no note of a consumer. That an NF-e was in a coupon its key says where it was issued offline, and only there.
 */
export function checkConsumerReferences(
  payload: GoodsPayload,
  cfops: string[],
  { operation, environment }: { operation: Operation; environment: Environment },
): Fault[] {
  const { direction, purpose, date, rates } = operation;
  const isJudged = inForce('CONSUMER_NOTES_NOT_REFERRED_TO', { environment, date }, rates?.calendar);
  if (!isJudged) return [];
  const documents = (payload.referencedDocuments ?? []).map((key, index) => [key, `referencedDocuments[${index}]`]);
  const cupom = cfops.find((cfop) => ofCupom.has(cfop));
  const ofTill = documents.find(([key = '']) => cupom !== undefined && key.slice(20, 22) === '65');
  if (ofTill) {
    const message = `Com o CFOP ${cupom} a nota não se refere a NFC-e (rejeição 375): retire esta chave.`;
    return [refusal(ofTill[1] ?? '', message)];
  }
  const isFree = operation.adjustment && ['03', '04'].includes(operation.adjustment.type) && purpose === 'DEBIT';
  if (direction === 'IN' || purpose === 'COMPLEMENTARY' || purpose === 'RETURN') return [];
  const items = isFree
    ? []
    : payload.items.map(({ referencedItem }, index) => [
        referencedItem?.accessKey ?? '',
        `items[${index}].referencedItem.accessKey`,
      ]);
  return [...documents, ...items].flatMap(([key = '', path = '']) =>
    isOfConsumer(key)
      ? [
          refusal(
            path,
            'Uma NF-e de venda não se refere a NFC-e, CF-e nem NF-e em cupom (rejeição 679): retire esta chave.',
          ),
        ]
      : [],
  );
}

function isOfConsumer(key: string): boolean {
  const model = key.slice(20, 22);
  return model === '65' || model === '59' || (model === '55' && emissionTypeOfKey(key) === '9');
}
