import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Fault } from '../../faults.ts';
import { type TaxTrace, textOf } from '../../taxation/fields.ts';
import { freeZone } from '../../taxation/icms/check-exemption.ts';
import type { Operation } from '../../taxation/operation.ts';

/** Operations that may be exempt for that reason (rule N28-20, NT 2019.001 v1.70). */
const operations = new Set(
  (
    '1203 1204 1208 1209 2203 2204 2208 2209 5109 5110 5120 5151 5152 5651 5652 5654 5655 5658 5659 5910 ' +
    '6109 6110 6120 6122 6123 6151 6152 6651 6652 6654 6655 6658 6659 6905 6910 6923'
  ).split(' '),
);

/** What a sale that is exempt for the free zone of Manaus wants of its recipient and of its CFOP (625, 626), but for entries. */
export function checkFreeZone({ isuf }: ClientSnapshot, { model, direction }: Operation, lines: TaxTrace[]): Fault[] {
  const exempt = lines.flatMap((trace, index) =>
    textOf(trace, 'icmsExemptionReason') === freeZone ? [{ cfop: textOf(trace, 'cfop'), at: `items[${index}]` }] : [],
  );
  const [first] = exempt;
  if (!first) return [];
  if (model === '65') {
    const message =
      'A NFC-e não leva a inscrição SUFRAMA (rejeição 730): a venda isenta para a Zona Franca vai em NF-e.';
    return [{ code: 'invalid_taxation', path: `${first.at}.icmsExemptionReason`, message }];
  }
  const faults = exempt.flatMap(({ cfop, at }): Fault[] => {
    if (!/^\d{4}$/.test(cfop) || operations.has(cfop)) return [];
    const message = `Com o motivo 7 (SUFRAMA) o CFOP é de operação com a Zona Franca, como 6109 ou 6110 (rejeição 626); está ${cfop}.`;
    return [{ code: 'invalid_cfop', path: `${at}.cfop`, message }];
  });
  if (isuf || direction === 'IN') return faults;
  const message = 'O motivo 7 pede a inscrição SUFRAMA do destinatário (rejeição 625): informe isuf no cliente.';
  return [...faults, { code: 'validation_error', path: 'client.isuf', message }];
}
