import cfops from '../../../tables/cfop.json' with { type: 'json' };
import type { Fault } from '../../faults.ts';
import { decimal } from '../../money.ts';
import { type TaxTrace, textOf } from '../../taxation/fields.ts';
import { isMixture } from '../../taxation/fuels/mixtures.ts';
import { singlePhaseFuel } from '../../taxation/fuels/table.ts';
import { icmsSituations } from '../../taxation/icms/situations.ts';
import type { Operation } from '../../taxation/operation.ts';
import { retainedQuantity } from '../compute/fuel.ts';
import { taxableQuantity } from '../compute/taxable-quantity.ts';
import type { FuelInput } from '../fuel.ts';
import type { ItemInput } from '../payload.ts';

/** CFOPs of fuels and lubricants: indComb 1 and 2 of the official table. */
const ofFuels: ReadonlySet<string> = new Set(
  Object.entries(cfops.cfop).flatMap(([code, row]) => ('fuel' in row && row.fuel ? [code] : [])),
);
/** Sales to who uses the fuel. */
const atThePump: ReadonlySet<string> = new Set(['5656', '5667']);
/** Billed before the goods go. */
const billedBefore: ReadonlySet<string> = new Set(['5922', '6922']);

/** The one class of fuels that can be expressed (rule LA01-30; those of single phase have no rates yet). */
const exportedFuel = '410013';

/** What the operation and the resolved taxes of a line ask of its fuel, at the line's `path` (groups LA and N of NT 2023.001 v1.60). */
export function checkFuelOfOperation(
  item: ItemInput | undefined,
  trace: TaxTrace,
  operation: Operation,
  path: string,
): Fault[] {
  const cfop = textOf(trace, 'cfop');
  if (!item?.fuel) {
    if (textOf(trace, 'ibsCbsClassification') === exportedFuel) {
      const message = `O cClassTrib ${exportedFuel} é de combustível (rejeição 1106): informe fuel, com o código ANP do produto em anpCode.`;
      return [refusal(`${path}.fuel`, message)];
    }
    if (!ofFuels.has(cfop)) return [];
    const message = `O CFOP ${cfop} é de combustível ou lubrificante (rejeição 660): informe fuel, com o código ANP do produto em anpCode.`;
    return [refusal(`${path}.fuel`, message)];
  }
  return [
    ...checkMeter(item.fuel, operation, cfop, `${path}.fuel.meter`),
    ...checkComposition(item.fuel, operation, cfop, `${path}.fuel`),
    ...checkRetained(item, trace, `${path}.fuel.retainedQuantity`),
  ];
}

/** Rule LA11-20 (379). */
function checkMeter({ meter }: FuelInput, { model }: Operation, cfop: string, path: string): Fault[] {
  if (!meter || model === '65' || atThePump.has(cfop)) return [];
  return [
    refusal(path, `Na NF-e o encerrante só vai com os CFOP 5656 e 5667 (rejeição 379); o CFOP é ${cfop}: não o envie.`),
  ];
}

/** Rules LA17-20 (908), LA18-10 and LA18-20 (909): between taxpayers, on NF-e that are neither complements nor returns. */
function checkComposition(fuel: FuelInput, operation: Operation, cfop: string, path: string): Fault[] {
  const { model, purpose, finalConsumer } = operation;
  const isExempt = model === '65' || finalConsumer || billedBefore.has(cfop);
  const found = singlePhaseFuel(fuel.anpCode);
  if (!found || isExempt || purpose === 'COMPLEMENTARY' || purpose === 'RETURN') return [];
  const faults: Fault[] = [];
  if (found.needsBiofuel && !fuel.biodieselPercent) {
    const message = `${found.description} pede o índice de mistura do biocombustível (rejeição 908): informe-o em porcento.`;
    faults.push(refusal(`${path}.biodieselPercent`, message));
  }
  const isGasMixed = [fuel.nationalGasPercent, fuel.importedGasPercent].some((share) => !decimal(share).isZero());
  if ((found.needsOrigins || isGasMixed) && !fuel.origins?.length) {
    const message = `${found.description} pede de onde vem (rejeição 909): informe em origins as UFs de origem e a porcentagem de cada uma.`;
    faults.push(refusal(`${path}.origins`, message));
  }
  return faults;
}

/** With CST 15 the note says how much biofuel is retained (rule N39a-10, 768), and a mixture has no more of it than itself. */
function checkRetained(item: ItemInput, trace: TaxTrace, path: string): Fault[] {
  const isRetained = icmsSituations.get(textOf(trace, 'icmsSituation'))?.singlePhase === 'RETAINED';
  if (!isRetained) {
    if (!item.fuel?.retainedQuantity) return [];
    return [refusal(path, 'Só o CST 15 retém o ICMS do biocombustível: não envie este campo.')];
  }
  const retained = retainedQuantity(item);
  if (!retained) {
    const message =
      'O CST 15 pede a quantidade de biocombustível cujo ICMS é retido (rejeição 768): informe-a, ou o índice de mistura em biodieselPercent.';
    return [refusal(path, message)];
  }
  if (!isMixture(item.fuel?.anpCode ?? '') || retained.lte(taxableQuantity(item))) return [];
  return [refusal(path, 'A mistura não tem mais biocombustível do que a própria quantidade.')];
}

function refusal(path: string, message: string): Fault {
  return { code: 'invalid_taxation', path, message };
}
