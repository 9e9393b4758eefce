import cfops from '../../../tables/cfop.json' with { type: 'json' };
import { type DecimalForm, moneyForm, quantityForm, rateForm, weightForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal, sum } from '../../money.ts';
import { stateCodes } from '../../states.ts';
import { type TaxTrace, tracedText } from '../../taxation/fields.ts';
import { isMixture, singlePhaseFuel } from '../../taxation/fuels.ts';
import { icmsSituations } from '../../taxation/icms/situations.ts';
import { isForCounter, type Operation } from '../../taxation/operation.ts';
import { printedTextFault } from '../../xml/clean-text.ts';
import { retainedQuantity } from '../compute/fuel.ts';
import { taxableQuantity } from '../compute/taxable-unit.ts';
import type { FuelInput, FuelMeter, FuelOrigin } from '../fuel.ts';
import type { ItemInput } from '../payload.ts';
import { checkDecimal } from './forms.ts';

/** LPG, the only product that has percentages of gas. */
const lpg = '210203001';
/** Products whose national origins add up to 100 %, and whose imported ones add up to 100 % as well (rule LA21-20). */
const gases: ReadonlySet<string> = new Set([lpg, '210203003', '210203004', '210203005']);
/** Form of TDec_1204. */
const largeQuantity: DecimalForm = { digits: 12, places: 4 };

/**
 * Faults of a line's fuel that need nothing but the fuel, at its `path`: its form, and what its product forbids (MOC 7.0 and NT 2023.001, group LA).
 */
export function checkFuel(fuel: FuelInput, path: string): Fault[] {
  const malformed = [...checkCodes(fuel, path), ...checkNumbers(fuel, path)];
  if (malformed.length > 0) return malformed;
  return [
    ...checkGases(fuel, path),
    ...checkBiofuel(fuel, `${path}.biodieselPercent`),
    ...checkOrigins(fuel, `${path}.origins`),
    ...(fuel.meter ? checkMeter(fuel.meter, `${path}.meter`) : []),
  ];
}

function checkCodes({ anpCode, description, codif, consumptionState, origins, meter }: FuelInput, path: string) {
  const faults: Fault[] = [];
  const refuse = (field: string, message: string) => faults.push(refusal(`${path}.${field}`, message));
  if (!/^\d{9}$/.test(anpCode)) refuse('anpCode', `O código ANP do produto tem 9 dígitos; veio ${anpCode}.`);
  else if (!description && !singlePhaseFuel(anpCode)) {
    refuse('description', 'Informe a descrição do produto como está na tabela da ANP.');
  }
  const ofText = description ? printedTextFault(description, { least: 2, most: 95 }) : null;
  if (ofText) refuse('description', ofText);
  if (codif && !/^\d{1,21}$/.test(codif)) refuse('codif', 'O código CODIF tem de 1 a 21 dígitos.');
  if (consumptionState && consumptionState !== 'EX' && !stateCodes.has(consumptionState)) {
    refuse('consumptionState', `A UF de consumo é uma sigla como SP, ou EX; veio ${consumptionState}.`);
  }
  (origins ?? []).forEach(({ state }, index) => {
    if (!stateCodes.has(state)) refuse(`origins[${index}].state`, `A UF de origem é uma sigla como SP; veio ${state}.`);
  });
  for (const name of ['nozzle', 'pump', 'tank'] as const) {
    const number = meter?.[name];
    if (number && !/^\d{1,3}$/.test(number)) refuse(`meter.${name}`, `O número tem de 1 a 3 dígitos; veio ${number}.`);
  }
  return faults;
}

function checkNumbers(fuel: FuelInput, path: string): Fault[] {
  const { cide, meter } = fuel;
  const percentages = ['glpPercent', 'nationalGasPercent', 'importedGasPercent'] as const;
  return [
    ...percentages.flatMap((name) => checkPercentage(fuel[name], `${path}.${name}`)),
    ...checkPositivePercentage(fuel.biodieselPercent, `${path}.biodieselPercent`),
    ...(fuel.origins ?? []).flatMap(({ percent }, index) =>
      checkPositivePercentage(percent, `${path}.origins[${index}].percent`),
    ),
    ...checkDecimal(fuel.startingValue, moneyForm, `${path}.startingValue`),
    ...checkPositive(fuel.temperatureQuantity, largeQuantity, `${path}.temperatureQuantity`),
    ...checkPositive(fuel.retainedQuantity, quantityForm, `${path}.retainedQuantity`),
    ...(cide ? checkDecimal(cide.quantity, largeQuantity, `${path}.cide.quantity`) : []),
    ...(cide ? checkDecimal(cide.rate, quantityForm, `${path}.cide.rate`) : []),
    ...(meter ? checkDecimal(meter.start, weightForm, `${path}.meter.start`) : []),
    ...(meter ? checkDecimal(meter.end, weightForm, `${path}.meter.end`) : []),
  ];
}

function checkPercentage(text: string | null | undefined, path: string): Fault[] {
  const faults = checkDecimal(text, rateForm, path);
  if (faults.length > 0 || !text || decimal(text).lte(100)) return faults;
  return [refusal(path, `A porcentagem vai até 100; veio ${text}.`)];
}

/** A percentage above zero: TDec_03v00a04Max100Opc has no zero. */
function checkPositivePercentage(text: string | null | undefined, path: string): Fault[] {
  const faults = checkPercentage(text, path);
  return faults.length > 0 ? faults : checkAboveZero(text, path);
}

function checkPositive(text: string | null | undefined, form: DecimalForm, path: string): Fault[] {
  const faults = checkDecimal(text, form, path);
  return faults.length > 0 ? faults : checkAboveZero(text, path);
}

function checkAboveZero(text: string | null | undefined, path: string): Fault[] {
  return text && decimal(text).isZero()
    ? [refusal(path, 'Informe um valor maior que zero, ou não envie o campo.')]
    : [];
}

/** Rules LA03c-10 (461) and LA03c-20 (855). The starting value is no longer demanded (856; NT 2023.001 v1.20 §2.6.6). */
function checkGases(fuel: FuelInput, path: string): Fault[] {
  const shares = [fuel.glpPercent, fuel.nationalGasPercent, fuel.importedGasPercent];
  if (fuel.anpCode !== lpg) {
    if (!shares.some(Boolean)) return [];
    return [refusal(`${path}.glpPercent`, `Só o GLP (${lpg}) tem porcentagens de gás (rejeição 461): não as envie.`)];
  }
  const total = sum(shares.map(decimal));
  if (total.equals(100)) return [];
  const message = `No GLP, glpPercent, nationalGasPercent e importedGasPercent somam 100 (rejeição 855); somam ${total.toFixed()}.`;
  return [refusal(`${path}.glpPercent`, message)];
}

/** Rule LA17-10 (907): only mixtures with biofuel have its percentage. */
function checkBiofuel({ anpCode, biodieselPercent }: FuelInput, path: string): Fault[] {
  if (!biodieselPercent || singlePhaseFuel(anpCode)?.needsBiofuel) return [];
  return [refusal(path, `O produto ${anpCode} não tem índice de mistura (rejeição 907): não envie este campo.`)];
}

/** Rules LA18-30 (747), LA21-10 and LA21-20 (958), with the authority's tolerance of 0.1. */
function checkOrigins({ anpCode, origins }: FuelInput, path: string): Fault[] {
  if (!origins || origins.length === 0) return [];
  if (!singlePhaseFuel(anpCode)) {
    const message = `O produto ${anpCode} não está na tabela do ICMS monofásico e não diz de onde vem (rejeição 747): não envie origins.`;
    return [refusal(path, message)];
  }
  if (origins.length > 30) return [refusal(path, `São até 30 origens; vieram ${origins.length}.`)];
  const parts = gases.has(anpCode)
    ? [origins.filter(({ imported }) => !imported), origins.filter(({ imported }) => imported)]
    : [origins];
  return parts.filter((part) => part.length > 0).flatMap((part) => checkSum(part, gases.has(anpCode), path));
}

function checkSum(origins: FuelOrigin[], isByImport: boolean, path: string): Fault[] {
  const total = sum(origins.map(({ percent }) => decimal(percent)));
  if (total.minus(100).abs().lte('0.1')) return [];
  const whose = isByImport ? (origins[0]?.imported ? 'importadas ' : 'nacionais ') : '';
  return [refusal(path, `As origens ${whose}somam 100% (rejeição 958); somam ${total.toFixed()}%.`)];
}

/** Rule LA16-10 (380): a totalizer ends higher than it began. */
function checkMeter({ start, end }: FuelMeter, path: string): Fault[] {
  if (decimal(end).gt(decimal(start))) return [];
  const message =
    'O encerrante final é maior que o inicial (rejeição 380). Se ele zerou, divida a venda em dois itens: um até o fim da contagem, outro desde zero.';
  return [refusal(`${path}.end`, message)];
}

/** CFOPs of fuels and lubricants: those with indComb 1 or 2 in the official table. */
const ofFuels: ReadonlySet<string> = new Set(
  Object.entries(cfops.cfop).flatMap(([code, row]) => ('fuel' in row && row.fuel ? [code] : [])),
);
/** CFOPs of sales to those who consume the fuel. */
const atThePump: ReadonlySet<string> = new Set(['5656', '5667']);
/** CFOPs of goods that are billed before they are delivered. */
const billedBefore: ReadonlySet<string> = new Set(['5922', '6922']);

/** The only class of fuels that a note can have (rule LA01-30): those of single-phase taxation have no rates yet. */
const exportedFuel = '410013';

/** Faults of a line's fuel by its operation and resolved taxes, at the line's `path` (groups LA and N of NT 2023.001 v1.60). */
export function checkFuelOfOperation(
  item: ItemInput | undefined,
  trace: TaxTrace,
  operation: Operation,
  path: string,
): Fault[] {
  const cfop = tracedText(trace, 'cfop');
  if (!item?.fuel) {
    if (tracedText(trace, 'ibsCbsClassification') === exportedFuel) {
      const message = `O cClassTrib ${exportedFuel} é de combustível (rejeição 1106): informe fuel, com o código ANP do produto em anpCode.`;
      return [refusal(`${path}.fuel`, message, 'invalid_taxation')];
    }
    if (!ofFuels.has(cfop)) return [];
    const message = `O CFOP ${cfop} é de combustível ou lubrificante (rejeição 660): informe fuel, com o código ANP do produto em anpCode.`;
    return [refusal(`${path}.fuel`, message, 'invalid_taxation')];
  }
  return [
    ...checkMeterOfOperation(item.fuel, operation, cfop, `${path}.fuel.meter`),
    ...checkComposition(item.fuel, operation, cfop, `${path}.fuel`),
    ...checkRetained(item, trace, `${path}.fuel.retainedQuantity`),
  ];
}

/** Rule LA11-20 (379): an NF-e has the pump's totalizer with two CFOPs only. */
function checkMeterOfOperation({ meter }: FuelInput, { model }: Operation, cfop: string, path: string): Fault[] {
  if (!meter || model === '65' || atThePump.has(cfop)) return [];
  const message = `Na NF-e o encerrante só vai com os CFOP 5656 e 5667 (rejeição 379); o CFOP é ${cfop}: não o envie.`;
  return [refusal(path, message, 'invalid_taxation')];
}

/**
 * Rules LA17-20 (908), LA18-10 and LA18-20 (909): they hold between taxpayers, for an NF-e that is neither a complement nor a return, and not where
 * goods are billed before delivery.
 */
function checkComposition(fuel: FuelInput, operation: Operation, cfop: string, path: string): Fault[] {
  const { purpose, finalConsumer } = operation;
  const isExempt = isForCounter(operation) || finalConsumer || billedBefore.has(cfop);
  const found = singlePhaseFuel(fuel.anpCode);
  if (!found || isExempt || purpose === 'COMPLEMENTARY' || purpose === 'RETURN') return [];
  const faults: Fault[] = [];
  if (found.needsBiofuel && !fuel.biodieselPercent) {
    const message = `${found.description} pede o índice de mistura do biocombustível (rejeição 908): informe-o em porcento.`;
    faults.push(refusal(`${path}.biodieselPercent`, message, 'invalid_taxation'));
  }
  const isGasMixed = [fuel.nationalGasPercent, fuel.importedGasPercent].some((share) => !decimal(share).isZero());
  if ((found.needsOrigins || isGasMixed) && !fuel.origins?.length) {
    const message = `${found.description} pede de onde vem (rejeição 909): informe em origins as UFs de origem e a porcentagem de cada uma.`;
    faults.push(refusal(`${path}.origins`, message, 'invalid_taxation'));
  }
  return faults;
}

/**
 * With CST 15 a line has the quantity of biofuel whose ICMS is retained (rule N39a-10, 768); in a mixture that is not more than the mixture itself.
 */
function checkRetained(item: ItemInput, trace: TaxTrace, path: string): Fault[] {
  const isRetained = icmsSituations.get(tracedText(trace, 'icmsSituation'))?.singlePhase === 'RETAINED';
  if (!isRetained) {
    if (!item.fuel?.retainedQuantity) return [];
    return [refusal(path, 'Só o CST 15 retém o ICMS do biocombustível: não envie este campo.', 'invalid_taxation')];
  }
  const retained = retainedQuantity(item);
  if (!retained) {
    const message =
      'O CST 15 pede a quantidade de biocombustível cujo ICMS é retido (rejeição 768): informe-a, ou o índice de mistura em biodieselPercent.';
    return [refusal(path, message, 'invalid_taxation')];
  }
  if (!isMixture(item.fuel?.anpCode ?? '') || retained.lte(taxableQuantity(item))) return [];
  return [refusal(path, 'A mistura não tem mais biocombustível do que a própria quantidade.', 'invalid_taxation')];
}
