import type { Environment } from '../../companies/settings.ts';
import { emissionTypeOfKey } from '../../contingency-mode.ts';
import { type Fault, refusal } from '../../faults.ts';
import { inForce } from '../../law-calendar.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { GoodsPayload } from '../payload.ts';

/** CFOPs of an NF-e for goods that were sold before by a coupon (till receipt). */
const ofCupom: ReadonlySet<string> = new Set(['5929', '6929']);

/**
 * Rules 679 (BA02-35, VC02-40) and 375 (I08-180) of NT 2026.002 v1.11. From the day on which they are in force, an outgoing note that is neither a
 * complement nor a return may not refer to an NFC-e, a CF-e or an NF-e in a coupon; items of debit notes of types 03 and 04 may. With a CFOP of
 * `ofCupom` no note may refer to an NFC-e as a whole. The key of an NF-e tells that it is in a coupon only where it was issued offline (tpEmis 9).
 */
export function checkConsumerReferences(
  payload: GoodsPayload,
  cfops: string[],
  { operation, environment }: { operation: Operation; environment: Environment },
): Fault[] {
  const { direction, purpose, date, rates } = operation;
  const isChecked = inForce('CONSUMER_NOTES_NOT_REFERRED_TO', { environment, date }, rates?.calendar);
  if (!isChecked) return [];
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
