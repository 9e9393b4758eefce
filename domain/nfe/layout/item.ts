import { itemTotal } from '../../documents/compute/totals.ts';
import type { ComputedItem, ComputedNote } from '../../documents/computed-note.ts';
import type { ComputedFuel } from '../../documents/fuel.ts';
import { type NewVehicle, vehicleConditions, vehicleRestrictions, vehicleSales } from '../../documents/new-vehicle.ts';
import type { Remark } from '../../documents/remarks.ts';
import { stateCode } from '../../states.ts';
import { cleanText } from '../../xml/clean-text.ts';
import { element, field, group } from '../../xml/writer.ts';
import { layoutForeignTrade, layoutImportTax } from './foreign-trade.ts';
import { layoutDifal, layoutIcms } from './icms.ts';
import type { NoteIdentity } from './ide.ts';
import { layoutIssqn } from './issqn.ts';
import { layoutContribution, layoutContributionSt, layoutIbsCbs, layoutIpi, layoutSelectiveTax } from './taxes.ts';

/** Group H: one line of the note. */
export function layoutDet(item: ComputedItem, note: ComputedNote, identity: NoteIdentity): string {
  return element(
    'det',
    { nItem: String(item.number) }, // H02
    layoutProd(item, note, identity),
    group(
      'imposto', // M01
      field('vTotTrib', item.approximateTaxes?.value), // M02
      item.icms ? layoutIcms(item.icms) : '',
      item.ipi ? layoutIpi(item.ipi) : '',
      layoutImportTax(item),
      item.issqn ? layoutIssqn(item.issqn) : '',
      item.pis ? layoutContribution('PIS', item.pis) : '',
      item.pisSt ? layoutContributionSt('PIS', item.pisSt) : '',
      item.cofins ? layoutContribution('COFINS', item.cofins) : '',
      item.cofinsSt ? layoutContributionSt('COFINS', item.cofinsSt) : '',
      item.difal ? layoutDifal(item.difal) : '',
      item.selectiveTax ? layoutSelectiveTax(item.selectiveTax) : '',
      item.ibsCbs ? layoutIbsCbs({ ...item.ibsCbs, isGiven: item.donation === true }, item.simples) : '',
    ),
    item.returnedIpi ? layoutReturnedIpi(item.returnedIpi) : '',
    field('infAdProd', item.additionalInfo), // V01
    group(
      'obsItem', // VA01
      item.remark ? layoutRemark('obsCont', item.remark) : '', // VA02
      item.taxOfficeRemark ? layoutRemark('obsFisco', item.taxOfficeRemark) : '', // VA05
    ),
    field('vItem', note.totals.ibsCbs && itemTotal(item)), // VB01
    group(
      'DFeReferenciado', // VC01
      field('chaveAcesso', item.referencedItem?.accessKey), // VC02
      field('nItem', item.referencedItem?.number?.toString()), // VC03
    ),
  );
}

/** Group UA: how much of the goods comes back, and their IPI. */
function layoutReturnedIpi({ percentage, value }: NonNullable<ComputedItem['returnedIpi']>): string {
  return group(
    'impostoDevol', // UA01
    field('pDevol', percentage), // UA02
    group('IPI', field('vIPIDevol', value)), // UA03, UA04
  );
}

/** Printed in homologation in place of the first item's description, on an NFC-e and on an NF-e in a coupon (rule I04-10, 373). */
const homologationDescription = 'NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';

/** Group I: the product. Taxable unit and quantity are the commercial ones where the line has no others. */
function layoutProd(item: ComputedItem, { model, printedAs }: ComputedNote, { environment }: NoteIdentity): string {
  const isForCounter = model === '65' || printedAs === 'COUPON';
  const hidesDescription = isForCounter && environment === 'HOMOLOGATION' && item.number === 1;
  const gtin = item.gtin ?? 'SEM GTIN';
  const taxable = item.taxable ?? item;
  return group(
    'prod',
    field('cProd', item.code), // I02
    field('cEAN', gtin), // I03
    field('xProd', hidesDescription ? homologationDescription : item.description), // I04
    field('NCM', item.ncm), // I05
    field('CEST', item.cest), // I05c
    field('cBenef', item.benefitCode), // I05f
    layoutPresumedCredits(item),
    field('tpCredPresIBSZFM', item.zfmCreditType), // I05k
    field('CFOP', item.cfop), // I08
    field('uCom', item.unit), // I09
    field('qCom', item.quantity), // I10
    field('vUnCom', item.unitValue), // I10a
    field('vProd', item.total), // I11
    field('cEANTrib', gtin), // I12
    field('uTrib', taxable.unit), // I13
    field('qTrib', taxable.quantity), // I14
    field('vUnTrib', taxable.unitValue), // I14a
    field('vFrete', item.freight), // I15
    field('vSeg', item.insurance), // I16
    field('vDesc', item.discount), // I17
    field('vOutro', item.otherCosts), // I17a
    field('indTot', '1'), // I17b
    field('indBemMovelUsado', item.isUsed ? '1' : null), // I17c
    layoutForeignTrade(item),
    layoutOrderOfItem(item),
    layoutLots(item),
    item.vehicle ? layoutNewVehicle(item.vehicle) : '',
    layoutMedicine(item),
    item.fuel ? layoutComb(item.fuel) : '',
  );
}

/** Groups I05g of a line: presumed credits of the state, up to four. */
function layoutPresumedCredits({ presumedCredit, furtherPresumedCredits = [] }: ComputedItem): string {
  return [...(presumedCredit ? [presumedCredit] : []), ...furtherPresumedCredits]
    .map(({ code, rate, value }) =>
      group(
        'gCred', // I05g
        field('cCredPresumido', code), // I05h
        field('pCredPresumido', rate), // I05i
        field('vCredPresumido', value), // I05j
      ),
    )
    .join('');
}

/** Group I05 of a line: the buyer's order. */
function layoutOrderOfItem({ purchaseOrder }: ComputedItem): string {
  return field('xPed', purchaseOrder?.number) + field('nItemPed', purchaseOrder?.item?.toFixed(0)); // I60, I61
}

/** Group I80 of a line: its batches. */
function layoutLots({ lots }: ComputedItem): string {
  return (lots ?? [])
    .map(({ number, quantity, manufacturedOn, expiresOn, aggregation }) =>
      group(
        'rastro', // I80
        field('nLote', number), // I81
        field('qLote', quantity), // I82
        field('dFab', manufacturedOn), // I83
        field('dVal', expiresOn), // I84
        field('cAgreg', aggregation), // I85
      ),
    )
    .join('');
}

/** Group K of a line: a medicine. */
function layoutMedicine({ medicine }: ComputedItem): string {
  return group(
    'med', // K01
    field('cProdANVISA', medicine?.anvisaCode), // K01a
    field('xMotivoIsencao', medicine?.exemptionReason), // K01b
    field('vPMC', medicine?.maxPrice), // K06
  );
}

/** Group LA: fields of fuels and lubricants (NT 2023.001 v1.60). */
function layoutComb(fuel: ComputedFuel): string {
  const { cide, meter } = fuel;
  return group(
    'comb', // LA01
    field('cProdANP', fuel.anpCode), // LA02
    field('descANP', fuel.description), // LA03
    field('pGLP', fuel.glpPercent), // LA03a
    field('pGNn', fuel.nationalGasPercent), // LA03b
    field('pGNi', fuel.importedGasPercent), // LA03c
    field('vPart', fuel.startingValue), // LA03d
    field('CODIF', fuel.codif), // LA04
    field('qTemp', fuel.temperatureQuantity), // LA05
    field('UFCons', fuel.consumptionState), // LA06
    group(
      'CIDE', // LA07
      field('qBCProd', cide?.quantity), // LA08
      field('vAliqProd', cide?.rate), // LA09
      field('vCIDE', cide?.value), // LA10
    ),
    group(
      'encerrante', // LA11
      field('nBico', meter?.nozzle), // LA12
      field('nBomba', meter?.pump), // LA13
      field('nTanque', meter?.tank), // LA14
      field('vEncIni', meter?.start), // LA15
      field('vEncFin', meter?.end), // LA16
    ),
    field('pBio', fuel.biodieselPercent), // LA17
    ...fuel.origins.map(({ imported, state, percent }) =>
      group(
        'origComb', // LA18
        field('indImport', imported ? '1' : '0'), // LA19
        field('cUFOrig', stateCode(state)), // LA20
        field('pOrig', percent), // LA21
      ),
    ),
  );
}

/** Group J of a line: a new vehicle. */
function layoutNewVehicle(vehicle: NewVehicle): string {
  return group(
    'veicProd', // J01
    field('tpOp', vehicleSales[vehicle.sale]), // J02
    field('chassi', vehicle.chassis), // J03
    field('cCor', vehicle.colorCode), // J04
    field('xCor', vehicle.color), // J05
    field('pot', vehicle.power), // J06
    field('cilin', vehicle.displacement), // J07
    field('pesoL', vehicle.netWeight), // J08
    field('pesoB', vehicle.grossWeight), // J09
    field('nSerie', vehicle.serialNumber), // J10
    field('tpComb', vehicle.fuel), // J11
    field('nMotor', vehicle.engineNumber), // J12
    field('CMT', vehicle.towingCapacity), // J13
    field('dist', vehicle.wheelbase), // J14
    field('anoMod', vehicle.modelYear), // J16
    field('anoFab', vehicle.manufactureYear), // J17
    field('tpPint', vehicle.paint), // J18
    field('tpVeic', vehicle.type), // J19
    field('espVeic', vehicle.species), // J20
    field('VIN', vehicle.isRemarked ? 'R' : 'N'), // J21
    field('condVeic', vehicleConditions[vehicle.condition]), // J22
    field('cMod', vehicle.modelCode), // J23
    field('cCorDENATRAN', vehicle.standardColor), // J24
    field('lota', vehicle.seats), // J25
    field('tpRest', vehicleRestrictions[vehicle.restriction]), // J26
  );
}

/** A remark (obsCont, obsFisco), whose name is an attribute. */
export function layoutRemark(tag: 'obsCont' | 'obsFisco', { field: name, text }: Remark): string {
  return element(tag, { xCampo: cleanText(name) }, field('xTexto', text)); // Z05, Z06; Z08, Z09
}
