import { type TaxFault, type TaxTrace, textOf } from '../fields.ts';
import type { Operation } from '../operation.ts';

/** Situations that a consumer note can have (MOC 7.0 Anexo I, N12-30 and N12a-20); those of fuels are judged with them. */
const allowed: ReadonlySet<string> = new Set([
  ...['00', '20', '40', '41', '60', '90'],
  ...['02', '15', '53', '61'],
  ...['102', '103', '300', '400', '500', '900'],
]);

/** Why an NFC-e cannot have that situation (rules 766 and 383), nor substitution with it (381 and 385). */
export function checkConsumerSituation(trace: TaxTrace, { model }: Pick<Operation, 'model'>): TaxFault[] {
  const code = textOf(trace, 'icmsSituation');
  if (model !== '65') return [];
  const isSimples = code.length === 3;
  const name = isSimples ? 'CSOSN' : 'CST';
  const instead = isSimples ? '102, ou 500 se o ICMS-ST já foi recolhido' : '00, ou 60 se o ICMS-ST já foi recolhido';
  const refuse = (message: string): TaxFault[] => [{ field: 'icmsSituation', message }];
  if (!allowed.has(code)) {
    const rejection = isSimples ? '383' : '766';
    return refuse(`A NFC-e não tem o ${name} ${code} (rejeição ${rejection}): use, por exemplo, ${instead}.`);
  }
  if (!trace.icmsStRate) return [];
  const rejection = isSimples ? '385' : '381';
  return refuse(
    `Na NFC-e o ${name} ${code} não cobra ICMS-ST (rejeição ${rejection}): retire icmsStRate, ou emita uma NF-e.`,
  );
}
