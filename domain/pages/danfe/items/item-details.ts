import { day } from '../../../moments.ts';
import { child, children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { brazilianDecimal, hasAmount, isNonZero, brazilianMoney } from '../../html/values.ts';

/**
 * Facts of an item that have no column, in one line: order, batches, medicine, fuel, benefits and funds of ICMS, ICMS-ST retained before, import,
 * export and IPI given back. They are printed where the manual puts infAdProd, which is where amounts of FCP must be (NT 2016.002 v1.61, item 5).
 */
export function itemDetails(det: XmlElement): string {
  const told = textOf(det, 'infAdProd') ?? '';
  return [...tradeDetails(det), ...goodsDetails(det), ...benefitDetails(det)]
    .filter(
      ({ mark, fund: amount }) =>
        (!mark || !told.includes(mark)) && !(amount && /FCP/.test(told) && hasAmount(told, amount)),
    )
    .map(({ words }) => words)
    .join(' | ');
}

/**
 * A fact of an item in Portuguese. It is left out where the issuer's own text tells it: where that text has the `mark`, or for a fund against poverty
 * (`fund`, its amount) names the FCP with that amount.
 */
type ItemDetail = { words: string; mark?: string | undefined; fund?: string };

/** The buyer's order of the item (I60), its FCI (I70), and its declarations of import and export (I18, I50, P01). */
function tradeDetails(det: XmlElement): ItemDetail[] {
  const product = child(det, 'prod');
  if (!product) return [];
  const contentNumber = textOf(product, 'nFCI');
  return [
    ...order(product),
    ...(contentNumber ? [{ words: `FCI ${contentNumber}`, mark: contentNumber }] : []),
    ...children(product, 'DI').map(declaration),
    ...children(product, 'detExport').flatMap(exported),
    ...importTax(child(det, 'imposto', 'II')),
  ];
}

function order(product: XmlElement): ItemDetail[] {
  const [number, item] = [textOf(product, 'xPed'), textOf(product, 'nItemPed')];
  const words = [number && `Pedido ${number}`, item && `item ${item}${number ? '' : ' do pedido'}`];
  return number || item ? [{ words: words.filter(Boolean).join(' '), mark: number }] : [];
}

function declaration(group: XmlElement): ItemDetail {
  const of = (tag: string) => textOf(group, tag);
  const place = `${of('xLocDesemb') ?? ''} - ${of('UFDesemb') ?? ''}`;
  const words = `DI/DUIMP ${of('nDI') ?? ''} de ${day(of('dDI'))}, desembaraço em ${place} em ${day(of('dDesemb'))}`;
  return { words, mark: of('nDI') };
}

function exported(group: XmlElement): ItemDetail[] {
  const [drawback, registration] = [textOf(group, 'nDraw'), textOf(group, 'exportInd', 'nRE')];
  const key = textOf(group, 'exportInd', 'chNFe');
  return [
    ...(drawback ? [{ words: `Drawback ${drawback}`, mark: drawback }] : []),
    ...(registration ? [{ words: `Exportação indireta ${registration}, NF-e ${key ?? ''}`, mark: key }] : []),
  ];
}

function importTax(group: XmlElement | undefined): ItemDetail[] {
  const [base, value] = [group && textOf(group, 'vBC'), group && textOf(group, 'vII')];
  return isNonZero(base) || isNonZero(value)
    ? [{ words: `II: BC ${brazilianMoney(base)}, valor ${brazilianMoney(value)}` }]
    : [];
}

/** Facts of special goods: batches (I80), a new vehicle (J01), a medicine (K01), a fuel (LA01). */
function goodsDetails(det: XmlElement): ItemDetail[] {
  const product = child(det, 'prod');
  if (!product) return [];
  const [medicine, fuel] = [child(product, 'med'), child(product, 'comb')];
  const vehicle = child(product, 'veicProd');
  return [
    ...children(product, 'rastro').map(lot),
    ...(vehicle ? vehicleDetails(vehicle) : []),
    ...(medicine ? medicineDetails(medicine) : []),
    ...(fuel ? fuelDetails(fuel) : []),
  ];
}

function lot(group: XmlElement): ItemDetail {
  const of = (tag: string) => textOf(group, tag);
  const number = of('nLote');
  const words = `Lote ${number ?? ''}: ${brazilianDecimal(of('qLote'), 0)}, fab. ${day(of('dFab'))}, val. ${day(of('dVal'))}`;
  return { words, mark: number };
}

/** What identifies a new vehicle (J03, J05, J12, J16, J17). */
function vehicleDetails(vehicle: XmlElement): ItemDetail[] {
  const of = (tag: string) => textOf(vehicle, tag) ?? '';
  return [
    { words: `Chassi ${of('chassi')}`, mark: of('chassi') },
    { words: `motor ${of('nMotor')}`, mark: of('nMotor') },
    { words: `${of('xCor')}, ano ${of('anoFab')}, modelo ${of('anoMod')}` },
  ];
}

function medicineDetails(medicine: XmlElement): ItemDetail[] {
  const code = textOf(medicine, 'cProdANVISA');
  const reason = textOf(medicine, 'xMotivoIsencao');
  const price = textOf(medicine, 'vPMC');
  return [
    { words: `ANVISA ${[code, reason].filter(Boolean).join(' - ')}`, mark: reason ?? code },
    ...(isNonZero(price) ? [{ words: `PMC R$ ${brazilianMoney(price)}` }] : []),
  ];
}

function fuelDetails(fuel: XmlElement): ItemDetail[] {
  const of = (tag: string) => textOf(fuel, tag);
  const [mixed, temperature] = [of('pBio'), of('qTemp')];
  return [
    { words: `ANP ${of('cProdANP') ?? ''} ${of('descANP') ?? ''}`, mark: of('cProdANP') },
    { words: `consumo em ${of('UFCons') ?? ''}` },
    ...(isNonZero(mixed) ? [{ words: `biocombustível ${brazilianDecimal(mixed, 2)}%` }] : []),
    ...(isNonZero(temperature) ? [{ words: `à temperatura ambiente ${brazilianDecimal(temperature, 0)}` }] : []),
  ];
}

/** cBenef of goods without a benefit. */
const noBenefit = 'SEM CBENEF';

/** Benefits of the ICMS (I05f, N28), its funds (N17, N23), what was retained before (N26), PISST, COFINSST, and IPI that is given back (UA01). */
function benefitDetails(det: XmlElement): ItemDetail[] {
  const group = child(det, 'imposto', 'ICMS')?.children[0];
  return [
    ...codes(child(det, 'prod')),
    ...(group ? [...exempted(group), ...funds(group), ...retained(group), ...parted(group)] : []),
    ...contributionSt('PIS', child(det, 'imposto', 'PISST')),
    ...contributionSt('COFINS', child(det, 'imposto', 'COFINSST')),
    ...returnedIpi(child(det, 'impostoDevol')),
  ];
}

function codes(product: XmlElement | undefined): ItemDetail[] {
  if (!product) return [];
  const benefit = textOf(product, 'cBenef');
  const credits = children(product, 'gCred').map((credit): ItemDetail => {
    const of = (tag: string) => textOf(credit, tag);
    const code = of('cCredPresumido');
    const amounts = `${brazilianDecimal(of('pCredPresumido'), 2)}% ${brazilianMoney(of('vCredPresumido'))}`;
    return { words: `crédito presumido ${code ?? ''} ${amounts}`, mark: code };
  });
  return [...(benefit && benefit !== noBenefit ? [{ words: `cBenef ${benefit}`, mark: benefit }] : []), ...credits];
}

function exempted(group: XmlElement): ItemDetail[] {
  const isDeducted = textOf(group, 'indDeduzDeson') === '1';
  return [
    ...exemption('ICMS', textOf(group, 'vICMSDeson'), [reason(group, 'motDesICMS'), isDeducted ? 'deduzido' : '']),
    ...exemption('ICMS-ST', textOf(group, 'vICMSSTDeson'), [reason(group, 'motDesICMSST')]),
  ];
}

function reason(group: XmlElement, tag: string): string {
  const code = textOf(group, tag);
  return code ? `motivo ${code}` : '';
}

function exemption(tax: string, value: string | undefined, remarks: readonly string[]): ItemDetail[] {
  if (!isNonZero(value)) return [];
  const told = remarks.filter(Boolean).join(', ');
  return [{ words: `${tax} desonerado ${brazilianMoney(value)}${told && ` (${told})`}` }];
}

function funds(group: XmlElement): ItemDetail[] {
  return [...fund('FCP', group, 'FCP'), ...fund('FCP-ST', group, 'FCPST')];
}

function fund(name: string, group: XmlElement, suffix: string): ItemDetail[] {
  const value = textOf(group, `v${suffix}`);
  const base = textOf(group, `vBC${suffix}`);
  const rate = `${brazilianDecimal(textOf(group, `p${suffix}`), 2)}%`;
  if (!isNonZero(value)) return [];
  return [
    {
      words: [name, base && `BC ${brazilianMoney(base)}`, rate, brazilianMoney(value)].filter(Boolean).join(' '),
      fund: value,
    },
  ];
}

function retained(group: XmlElement): ItemDetail[] {
  const [base, value] = [textOf(group, 'vBCSTRet'), textOf(group, 'vICMSSTRet')];
  if (!isNonZero(base) && !isNonZero(value)) return [];
  return [{ words: `ICMS-ST retido anteriormente: BC ${brazilianMoney(base)}, valor ${brazilianMoney(value)}` }];
}

/** ICMS that is due to another state: the parted ICMS (N24, N25), and what is due where the goods go (N31, N32). */
function parted(group: XmlElement): ItemDetail[] {
  const of = (tag: string) => textOf(group, tag);
  if (of('UFST')) {
    return [
      {
        words: `ICMS partilhado: BC da operação própria ${brazilianDecimal(of('pBCOp'), 2)}%, ICMS-ST de ${of('UFST') ?? ''}`,
      },
    ];
  }
  if (!of('vBCSTDest')) return [];
  return [
    {
      words: `ICMS-ST da UF de destino: BC ${brazilianMoney(of('vBCSTDest'))}, valor ${brazilianMoney(of('vICMSSTDest'))}`,
    },
  ];
}

/** PIS or COFINS collected on behalf of a reseller (R01, T01), by rate or by unit, and whether it is part of the note's value. */
function contributionSt(tax: 'PIS' | 'COFINS', group: XmlElement | undefined): ItemDetail[] {
  if (!group) return [];
  const of = (tag: string) => textOf(group, tag);
  const charged = of('vBC')
    ? `BC ${brazilianMoney(of('vBC'))} ${brazilianDecimal(of(`p${tax}`), 2)}%`
    : `${brazilianDecimal(of('qBCProd'), 0)} x ${brazilianDecimal(of('vAliqProd'), 4)}`;
  const outside = of(`indSoma${tax}ST`) === '1' ? '' : ' (fora do total da nota)';
  return [{ words: `${tax}-ST ${charged} ${brazilianMoney(of(`v${tax}`))}${outside}` }];
}

function returnedIpi(group: XmlElement | undefined): ItemDetail[] {
  const value = group && textOf(group, 'IPI', 'vIPIDevol');
  if (!group || !isNonZero(value)) return [];
  return [{ words: `IPI devolvido ${brazilianDecimal(textOf(group, 'pDevol'), 2)}% ${brazilianMoney(value)}` }];
}

/** IBS, CBS and selective tax of the item in one line, as far as the XML has them (NT 2026.010; UB01 and UB12). */
export function itemTaxes(det: XmlElement): string {
  return [...reform(child(det, 'imposto', 'IBSCBS')), ...selective(child(det, 'imposto', 'IS'))].join(' | ');
}

function reform(group: XmlElement | undefined): string[] {
  if (!group) return [];
  const classification = `IBS/CBS: cClassTrib ${textOf(group, 'cClassTrib') ?? ''}`;
  const amounts = child(group, 'gIBSCBS');
  const told = [classification, ...itemAdjustments(group)];
  if (!amounts) return told;
  return [
    ...told,
    ...base(textOf(amounts, 'vBC')),
    ...share('IBS UF', child(amounts, 'gIBSUF'), 'IBSUF'),
    ...share('IBS Mun.', child(amounts, 'gIBSMun'), 'IBSMun'),
    ...share('CBS', child(amounts, 'gCBS'), 'CBS'),
  ];
}

/** One tax with its rate: the effective rate where the class or a public buyer reduces it. */
function share(name: string, group: XmlElement | undefined, suffix: string): string[] {
  return group
    ? tax(name, textOf(group, 'gRed', 'pAliqEfet') ?? textOf(group, `p${suffix}`), textOf(group, `v${suffix}`))
    : [];
}

/** The selective tax by value and by unit: both rates are printed before the one amount. */
function selective(group: XmlElement | undefined): string[] {
  const amount = group && textOf(group, 'vIS');
  if (!group || amount === undefined) return [];
  const unitRate = textOf(group, 'adRemIS');
  const byUnit = unitRate && ` + ${brazilianDecimal(unitRate, 2)}/${textOf(group, 'uTrib') ?? ''}`;
  return [
    ...base(textOf(group, 'vBCIS')).map((words) => `IS: ${words}`),
    ...tax('IS', textOf(group, 'pIS'), amount, byUnit),
  ];
}

function base(value: string | undefined): string[] {
  return value === undefined ? [] : [`BC ${brazilianMoney(value)}`];
}

function tax(name: string, rate: string | undefined, amount: string | undefined, besides = ''): string[] {
  if (amount === undefined) return [];
  return [[name, rate && `${brazilianDecimal(rate, 2)}%${besides}`, brazilianMoney(amount)].filter(Boolean).join(' ')];
}

/** Adjustments of IBS and CBS that the item declares in place of taxes of a sale (NT 2025.002; UB106, UB112, UB116, UB131). */
function itemAdjustments(group: XmlElement): string[] {
  const period = textOf(group, 'gAjusteCompet', 'competApur');
  const presumed = child(group, 'gCredPresIBSZFM');
  return [
    ...pair('crédito transferido:', child(group, 'gTransfCred'), 'vIBS', 'vCBS'),
    ...pair(`ajuste de ${month(period)}:`, child(group, 'gAjusteCompet'), 'vIBS', 'vCBS'),
    ...pair('crédito estornado:', child(group, 'gEstornoCred'), 'vIBSEstCred', 'vCBSEstCred'),
    ...(presumed ? [presumedCredit(presumed)] : []),
  ];
}

function pair(name: string, group: XmlElement | undefined, ibs: string, cbs: string): string[] {
  return group ? [`${name} IBS ${brazilianMoney(textOf(group, ibs))}, CBS ${brazilianMoney(textOf(group, cbs))}`] : [];
}

function presumedCredit(group: XmlElement): string {
  const [type, period, value] = ['tpCredPresIBSZFM', 'competApur', 'vCredPresIBSZFM'].map((tag) => textOf(group, tag));
  return `crédito presumido ZFM tipo ${type ?? ''} de ${month(period)}: IBS ${brazilianMoney(value)}`;
}

/** `2026-10` as `10/2026`. */
function month(period: string | undefined): string {
  return period?.split('-').reverse().join('/') ?? '';
}
