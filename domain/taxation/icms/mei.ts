import type { TaxFault } from '../fields.ts';
import type { Operation } from '../operation.ts';

/** CSOSNs of a MEI inside Brazil, by model (rule 782: NT 2024.001 v1.20, N12a-80 and N12a-81, in production since 2025-04-01). */
const situations = { '55': ['102', '300', '400', '900'], '65': ['102', '300'] } as const;

/** Why a MEI cannot use that CSOSN. */
export function checkMei(
  code: string,
  { regime, model, destination }: Pick<Operation, 'regime' | 'model' | 'destination'>,
): TaxFault[] {
  const allowed: readonly string[] = situations[model];
  if (regime !== 'MEI' || destination === '3' || allowed.includes(code)) return [];
  const document = model === '65' ? 'NFC-e' : 'NF-e';
  const message = `O MEI só usa os CSOSN ${allowed.join(', ')} em ${document} (rejeição 782); veio ${code}.`;
  return [{ field: 'icmsSituation', message }];
}
