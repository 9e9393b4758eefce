/** The path in a document's detail for each place of its XML; `#` is the position in a group that repeats, from 0. */
type Places = Record<string, string>;

const renamed = (group: string, at: string, fields: Places): Places =>
  Object.fromEntries(Object.entries(fields).map(([field, name]) => [`${group}/${field}`, `${at}.${name}`]));

const reduced = (at: string): Places => ({
  'gDif/pDif': `${at}DeferralRate`,
  'gDif/vDif': `${at}DeferredValue`,
  'gRed/pRedAliq': `${at}Reduction`,
  'gRed/pAliqEfet': `${at}EffectiveRate`,
});

const ibsCbs = renamed('imposto/IBSCBS/gIBSCBS', 'ibsCbs.amounts', {
  vBC: 'base',
  vIBS: 'ibsValue',
  'gIBSUF/pIBSUF': 'stateRate',
  'gIBSUF/vIBSUF': 'stateValue',
  ...Object.fromEntries(Object.entries(reduced('state')).map(([field, name]) => [`gIBSUF/${field}`, name])),
  'gIBSMun/pIBSMun': 'municipalRate',
  'gIBSMun/vIBSMun': 'municipalValue',
  ...Object.fromEntries(Object.entries(reduced('municipal')).map(([field, name]) => [`gIBSMun/${field}`, name])),
  'gCBS/pCBS': 'cbsRate',
  'gCBS/vCBS': 'cbsValue',
  ...Object.fromEntries(Object.entries(reduced('cbs')).map(([field, name]) => [`gCBS/${field}`, name])),
  'gTribRegular/CSTReg': 'regular.situation',
  'gTribRegular/cClassTribReg': 'regular.classification',
  'gTribRegular/pAliqEfetRegIBSUF': 'regular.stateRate',
  'gTribRegular/vTribRegIBSUF': 'regular.stateValue',
  'gTribRegular/pAliqEfetRegIBSMun': 'regular.municipalRate',
  'gTribRegular/vTribRegIBSMun': 'regular.municipalValue',
  'gTribRegular/pAliqEfetRegCBS': 'regular.cbsRate',
  'gTribRegular/vTribRegCBS': 'regular.cbsValue',
  'gCBS/gALCZFMCBS/nProcSuframa': 'freeTradeArea.suframaProcess',
  'gCBS/gALCZFMCBS/pAliqEfetRegCBS': 'freeTradeArea.cbsRate',
  'gCBS/gALCZFMCBS/vTribRegCBS': 'freeTradeArea.cbsValue',
  'gTribCompraGov/pAliqIBSUF': 'government.stateRate',
  'gTribCompraGov/vTribIBSUF': 'government.stateValue',
  'gTribCompraGov/pAliqIBSMun': 'government.municipalRate',
  'gTribCompraGov/vTribIBSMun': 'government.municipalValue',
  'gTribCompraGov/pAliqCBS': 'government.cbsRate',
  'gTribCompraGov/vTribCBS': 'government.cbsValue',
});

const contributionSt = { vBC: 'base', qBCProd: 'quantity', vAliqProd: 'unitRate' };

/** Places in a line (det): all its taxes, and every amount of the goods. Groups of ICMS, PIS, COFINS and IPI count as one whatever the situation. */
export const placesOfItem: Places = {
  'prod/qCom': 'quantity',
  'prod/vUnCom': 'unitValue',
  'prod/vProd': 'totalValue',
  'prod/qTrib': 'taxQuantity',
  'prod/vUnTrib': 'taxUnitValue',
  'prod/vFrete': 'freight',
  'prod/vSeg': 'insurance',
  'prod/vDesc': 'discount',
  'prod/vOutro': 'otherCosts',
  ...renamed('prod/gCred', 'presumedCredit', { pCredPresumido: 'rate', vCredPresumido: 'value' }),
  ...renamed('prod/gCred#', 'furtherPresumedCredits.#', { pCredPresumido: 'rate', vCredPresumido: 'value' }),
  'prod/detExport#/exportInd/qExport': 'indirectExport.#.quantity',
  'prod/DI#/vAFRMM': 'importDeclarations.#.afrmm',
  'prod/DI#/adi#/vDescDI': 'importDeclarations.#.additions.#.discount',
  'prod/rastro#/qLote': 'lots.#.quantity',
  'prod/med/vPMC': 'medicine.maxPrice',
  ...renamed('prod/comb', 'fuel', {
    ...{ pGLP: 'glpPercent', pGNn: 'nationalGasPercent', pGNi: 'importedGasPercent', vPart: 'startingValue' },
    ...{ qTemp: 'temperatureQuantity', pBio: 'biodieselPercent', 'origComb#/pOrig': 'origins.#.percent' },
    ...{ 'CIDE/qBCProd': 'cide.quantity', 'CIDE/vAliqProd': 'cide.rate', 'CIDE/vCIDE': 'cide.value' },
    ...{ 'encerrante/vEncIni': 'meter.start', 'encerrante/vEncFin': 'meter.end' },
  }),
  'imposto/vTotTrib': 'approximateTaxes',
  ...renamed('imposto/ICMS', 'icms', {
    ...{ orig: 'origin', CST: 'situation', CSOSN: 'situation', modBC: 'baseMode', pRedBC: 'baseReduction' },
    ...{ cBenefRBC: 'reductionBenefitCode', vBC: 'base', pICMS: 'rate', vICMSOp: 'operationValue' },
    ...{ pDif: 'deferralRate', vICMSDif: 'deferredValue', vICMS: 'value', vBCFCP: 'fcpBase', pFCP: 'fcpRate' },
    ...{ vFCP: 'fcpValue', modBCST: 'stBaseMode', pMVAST: 'stMargin', pRedBCST: 'stBaseReduction', vBCST: 'stBase' },
    ...{ pICMSST: 'stRate', vICMSST: 'stValue', vBCFCPST: 'fcpStBase', pFCPST: 'fcpStRate', vFCPST: 'fcpStValue' },
    ...{ vICMSDeson: 'exemptedValue', motDesICMS: 'exemptionReason', indDeduzDeson: 'exemptionDeducted' },
    ...{ vICMSSTDeson: 'stExemptedValue', motDesICMSST: 'stExemptionReason' },
    ...{ vBCSTRet: 'retainedStBase', pST: 'retainedStRate', vICMSSubstituto: 'retainedStOwnValue' },
    ...{ vICMSSTRet: 'retainedStValue', vBCFCPSTRet: 'retainedFcpStBase', pFCPSTRet: 'retainedFcpStRate' },
    ...{ vFCPSTRet: 'retainedFcpStValue', pRedBCEfet: 'effectiveReduction', vBCEfet: 'effectiveBase' },
    ...{ pICMSEfet: 'effectiveRate', vICMSEfet: 'effectiveValue', pCredSN: 'creditRate', vCredICMSSN: 'creditValue' },
    ...{ pBCOp: 'ownBasePercent', UFST: 'stState', vBCSTDest: 'destinationStBase', vICMSSTDest: 'destinationStValue' },
    ...{ qBCMono: 'monoQuantity', adRemICMS: 'monoRate', vICMSMono: 'monoValue', vICMSMonoOp: 'monoOperationValue' },
    ...{ vICMSMonoDif: 'monoDeferredValue', qBCMonoReten: 'monoRetainedQuantity', adRemICMSReten: 'monoRetainedRate' },
    ...{ vICMSMonoReten: 'monoRetainedValue', pRedAdRem: 'monoReduction', motRedAdRem: 'monoReductionReason' },
    ...{ qBCMonoRet: 'monoCollectedQuantity', adRemICMSRet: 'monoCollectedRate', vICMSMonoRet: 'monoCollectedValue' },
  }),
  ...renamed('imposto/ICMSUFDest', 'difal', {
    ...{ vBCUFDest: 'base', vBCFCPUFDest: 'fcpBase', pFCPUFDest: 'fcpRate', pICMSUFDest: 'internalRate' },
    ...{ pICMSInter: 'interstateRate', vFCPUFDest: 'fcpValue', vICMSUFDest: 'destinationValue' },
    ...{ vICMSUFRemet: 'originValue' },
  }),
  ...renamed('imposto/IPI', 'ipi', {
    cEnq: 'framework',
    CST: 'situation',
    vBC: 'base',
    pIPI: 'rate',
    vIPI: 'value',
    qUnid: 'quantity',
    vUnid: 'unitRate',
  }),
  ...renamed('imposto/ISSQN', 'issqn', {
    ...{ vBC: 'base', vAliq: 'rate', vISSQN: 'value', vDeducao: 'deduction', vOutro: 'otherWithholdings' },
    ...{ vDescIncond: 'unconditionalDiscount', vDescCond: 'conditionalDiscount', vISSRet: 'withheld' },
    ...{ cMunFG: 'municipalityCode', cListServ: 'serviceCode', cServico: 'municipalServiceCode' },
    nProcesso: 'suspensionProcess',
  }),
  ...renamed('imposto/II', 'importTax', { vBC: 'base', vDespAdu: 'customsExpenses', vII: 'value', vIOF: 'iof' }),
  ...renamed('imposto/PIS', 'pis', {
    CST: 'situation',
    vBC: 'base',
    pPIS: 'rate',
    vPIS: 'value',
    qBCProd: 'quantity',
    vAliqProd: 'unitRate',
  }),
  ...renamed('imposto/COFINS', 'cofins', {
    CST: 'situation',
    vBC: 'base',
    pCOFINS: 'rate',
    vCOFINS: 'value',
    qBCProd: 'quantity',
    vAliqProd: 'unitRate',
  }),
  ...renamed('imposto/PISST', 'pisSt', { ...contributionSt, pPIS: 'rate', vPIS: 'value' }),
  ...renamed('imposto/COFINSST', 'cofinsSt', { ...contributionSt, pCOFINS: 'rate', vCOFINS: 'value' }),
  ...renamed('imposto/IS', 'selectiveTax', {
    ...{ CSTIS: 'situation', cClassTribIS: 'classification', vBCIS: 'amounts.base', pIS: 'amounts.rate' },
    ...{ adRemIS: 'amounts.unitRate', uTrib: 'amounts.unit', qTrib: 'amounts.quantity', vIS: 'amounts.value' },
  }),
  'imposto/IBSCBS/CST': 'ibsCbs.situation',
  'imposto/IBSCBS/cClassTrib': 'ibsCbs.classification',
  ...ibsCbs,
  ...renamed('imposto/IBSCBS/gTransfCred', 'ibsCbs.adjustment', { vIBS: 'ibs', vCBS: 'cbs' }),
  ...renamed('imposto/IBSCBS/gAjusteCompet', 'ibsCbs.adjustment', { competApur: 'period', vIBS: 'ibs', vCBS: 'cbs' }),
  ...renamed('imposto/IBSCBS/gEstornoCred', 'ibsCbs.creditReversal', { vIBSEstCred: 'ibs', vCBSEstCred: 'cbs' }),
  ...renamed('imposto/IBSCBS/gCredPresOper', 'ibsCbs.operationPresumedCredit', {
    ...{ vBCCredPres: 'base', cCredPres: 'creditCode', 'gIBSCredPres/pCredPres': 'ibs.rate' },
    ...{ 'gIBSCredPres/vCredPres': 'ibs.value', 'gIBSCredPres/vCredPresCondSus': 'ibs.value' },
    ...{ 'gCBSCredPres/pCredPres': 'cbs.rate', 'gCBSCredPres/vCredPres': 'cbs.value' },
    ...{ 'gCBSCredPres/vCredPresCondSus': 'cbs.value' },
  }),
  ...renamed('imposto/IBSCBS/gCredPresIBSZFM', 'ibsCbs.zfmPresumedCredit', {
    ...{ competApur: 'period', tpCredPresIBSZFM: 'type', vCredPresIBSZFM: 'value' },
  }),
  ...renamed('impostoDevol', 'returnedIpi', { pDevol: 'percentage', 'IPI/vIPIDevol': 'value' }),
  vItem: 'ibsCbs.itemTotal',
};

/** Places in the note (infNFe): its totals, payments and installments. */
export const placesOfNote: Places = {
  ...renamed('total/ICMSTot', 'taxTotals', {
    ...{ vBC: 'icmsBase', vICMS: 'icms', vICMSDeson: 'icmsExempted', vFCPUFDest: 'fcpDestination' },
    ...{ vICMSUFDest: 'icmsDestination', vICMSUFRemet: 'icmsOrigin', vFCP: 'fcp', vBCST: 'icmsStBase', vST: 'icmsSt' },
    ...{ vFCPST: 'fcpSt', vFCPSTRet: 'fcpStRetained', vProd: 'products', vFrete: 'freight', vSeg: 'insurance' },
    ...{ vDesc: 'discount', vII: 'importTax', vIPI: 'ipi', vIPIDevol: 'returnedIpi', vPIS: 'pis', vCOFINS: 'cofins' },
    ...{ vOutro: 'otherCosts', vNF: 'note', vTotTrib: 'approximateTaxes' },
    ...{ qBCMono: 'icmsMono.quantity', vICMSMono: 'icmsMono.value', qBCMonoReten: 'icmsMono.retainedQuantity' },
    ...{ vICMSMonoReten: 'icmsMono.retainedValue', qBCMonoRet: 'icmsMono.collectedQuantity' },
    ...{ vICMSMonoRet: 'icmsMono.collectedValue' },
  }),
  ...renamed('total/IBSCBSTot', 'taxTotals.ibsCbs', {
    ...{ vBCIBSCBS: 'base', 'gIBS/gIBSUF/vDif': 'stateDeferred', 'gIBS/gIBSUF/vIBSUF': 'state', 'gIBS/vIBS': 'ibs' },
    ...{ 'gIBS/gIBSMun/vDif': 'municipalDeferred', 'gIBS/gIBSMun/vIBSMun': 'municipal', 'gCBS/vDif': 'cbsDeferred' },
    ...{ 'gCBS/vCBS': 'cbs', 'gEstornoCred/vIBSEstCred': 'creditReversal.ibs' },
    ...{ 'gEstornoCred/vCBSEstCred': 'creditReversal.cbs' },
  }),
  ...renamed('total/retTrib', 'withheldTaxes', {
    ...{ vRetPIS: 'pis', vRetCOFINS: 'cofins', vRetCSLL: 'csll', vBCIRRF: 'irrfBase', vIRRF: 'irrf' },
    ...{ vBCRetPrev: 'socialSecurityBase', vRetPrev: 'socialSecurity' },
  }),
  ...renamed('total/ISSQNtot', 'taxTotals', {
    ...{ vServ: 'services', vBC: 'issBase', vISS: 'iss', vDeducao: 'deductions', vISSRet: 'issWithheld' },
    ...{ vDescIncond: 'unconditionalDiscount', vDescCond: 'conditionalDiscount' },
  }),
  'total/ISTot/vIS': 'taxTotals.selectiveTax',
  'total/vNFTot': 'taxTotals.ibsCbs.noteTotal',
  'pag/detPag#/vPag': 'payments.#.value',
  'pag/vTroco': 'change',
  'pag/detPag#/xPag': 'payments.#.description',
  'pag/detPag#/card/CNPJ': 'payments.#.card.acquirer',
  'pag/detPag#/card/cAut': 'payments.#.card.authorization',
  'pag/detPag#/card/CNPJReceb': 'payments.#.card.receiver',
  'pag/detPag#/card/idTermPag': 'payments.#.card.terminal',
  'cobr/dup#/nDup': 'duplicates.#.number',
  'cobr/dup#/dVenc': 'duplicates.#.dueDate',
  'cobr/dup#/vDup': 'duplicates.#.value',
};

/** Places that the layout demands and whose value never changes: the destination's whole share, and reliefs that no item has. */
export const constants: readonly RegExp[] = [
  /ICMSUFDest\/pICMSInterPart$/,
  /IBSCBSTot\/.*\/(vDevTrib|vCredPres|vCredPresCondSus)$/,
];

/**
 * Places that the detail shows elsewhere: codes as words (other tests compare those with the layout), an invoice that repeats installments
 * and note, and totals of services that repeat their items, day and regime.
 */
export const elsewhere: readonly RegExp[] = [
  /ISSQN\/(indISS|indIncentivo|cMun|cPais)$/,
  /gALCZFMCBS\/tpALCZFMCBS$/,
  /^total\/ISSQNtot\/(vPIS|vCOFINS|vOutro|dCompet|cRegTrib)$/,
  /IBSCBS\/indDoacao$/,
  /(PIS|COFINS)ST\/indSoma/,
  /^pag\/detPag#\/(indPag|tPag|card\/(tpIntegra|tBand))$/,
  /^cobr\/fat\//,
];
