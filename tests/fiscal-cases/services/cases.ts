import { consumer, person } from '../people.ts';
import type { ServiceCase } from './service-case.ts';
import { thirdPartyCases } from './third-parties.ts';

const annex = 'Anexo I v1.01 of 2026-02-09';
const layout = 'XSD 1.01-20260727, TCRTCInfoIBSCBS';
/** An earlier NFS-e of the company. */
const earlier = '35503082211222333000181000000000000126110000000012';

const property = { cib: 'AB12CD34' };
const ofProperty = { ibsCbsOperationIndicator: '020101' };
const training = { serviceCode: '171201' };

/** Cases about the group IBSCBS of a DPS besides its classification, the total of taxes in reais, and contradictions to each. */
export const serviceCases: ServiceCase[] = [
  {
    of: 'a service of 17.12 that is paid at once',
    source: `${annex}, E0903; ${layout}, tpOper`,
    sale: { item: training, service: { ibsCbs: { operation: 'PAID_AT_SUPPLY' } } },
    gives: ['IBSCBS/tpOper = 5', 'IBSCBS/gRefNFSe = absent', 'IBSCBS/tpEnteGov = absent', 'IBSCBS/indDest = 0'],
  },
  ...['100501', '150901', '250501'].map((serviceCode): ServiceCase => ({
    of: `a service of ${serviceCode} that is paid later`,
    source: `${annex}, E0903`,
    sale: { item: { serviceCode }, service: { ibsCbs: { operation: 'SUPPLY_TO_BE_PAID' } } },
    gives: ['IBSCBS/tpOper = 1'],
  })),
  {
    of: 'a service of 17.12 that does not say how it is paid',
    source: `${annex}, E0903`,
    sale: { item: training },
    refused: { code: 'validation_error', path: 'service.ibsCbs.operation' },
    authority: {
      code: 'E0903',
      mended: { item: training, service: { ibsCbs: { operation: 'PAID_AT_SUPPLY' } } },
      forged: [['<tpOper>5</tpOper>', '']],
    },
  },
  {
    of: 'another service that says how it is paid',
    source: `${annex}, E0904`,
    sale: { service: { ibsCbs: { operation: 'SUPPLY_TO_BE_PAID' } } },
    refused: { code: 'validation_error', path: 'service.ibsCbs.operation' },
    authority: {
      code: 'E0904',
      mended: {},
      forged: [['</cIndOp>', '</cIndOp><tpOper>1</tpOper>']],
    },
  },
  {
    of: 'the payment of what a municipality got before',
    source: `${annex}, E0905; ${layout}, tpEnteGov`,
    sale: {
      to: consumer('SP'),
      service: {
        ibsCbs: { governmentEntity: 'MUNICIPALITY', operation: 'PAYMENT_OF_SUPPLY', previousDocuments: [earlier] },
      },
    },
    gives: ['IBSCBS/tpOper = 2', `IBSCBS/gRefNFSe/refNFSe = ${earlier}`, 'IBSCBS/tpEnteGov = 4'],
  },
  {
    of: 'a payment that names no note',
    source: `${annex}, E0905`,
    sale: { service: { ibsCbs: { governmentEntity: 'UNION', operation: 'PAYMENT_OF_SUPPLY' } } },
    refused: { code: 'validation_error', path: 'service.ibsCbs.previousDocuments' },
    authority: {
      code: 'E0905',
      mended: {
        service: {
          ibsCbs: { governmentEntity: 'UNION', operation: 'PAYMENT_OF_SUPPLY', previousDocuments: [earlier] },
        },
      },
      forged: [[`<gRefNFSe><refNFSe>${earlier}</refNFSe></gRefNFSe>`, '']],
    },
  },
  {
    of: 'a service to be paid that names a note',
    source: `${annex}, E0906`,
    sale: {
      service: {
        ibsCbs: { governmentEntity: 'UNION', operation: 'SUPPLY_TO_BE_PAID', previousDocuments: [earlier] },
      },
    },
    refused: { code: 'validation_error', path: 'service.ibsCbs.previousDocuments' },
    authority: {
      code: 'E0906',
      mended: { service: { ibsCbs: { governmentEntity: 'UNION', operation: 'SUPPLY_TO_BE_PAID' } } },
      forged: [['</tpOper>', `</tpOper><gRefNFSe><refNFSe>${earlier}</refNFSe></gRefNFSe>`]],
    },
  },
  {
    of: 'a key that does not check',
    source: `${annex}, E0907`,
    sale: {
      service: {
        ibsCbs: {
          ...{ governmentEntity: 'UNION', operation: 'SUPPLY_ALREADY_PAID' },
          previousDocuments: [earlier.replace(/.$/, '9')],
        },
      },
    },
    refused: { code: 'validation_error', path: 'service.ibsCbs.previousDocuments[0]' },
    authority: {
      code: 'E0907',
      mended: {
        service: {
          ibsCbs: { governmentEntity: 'UNION', operation: 'SUPPLY_ALREADY_PAID', previousDocuments: [earlier] },
        },
      },
      forged: [[earlier, earlier.replace(/.$/, '9')]],
    },
  },
  {
    of: 'a person who is a public buyer',
    source: 'LC 214/2025 art. 472: the direct administration, autarchies and foundations',
    sale: { to: person('SP'), service: { ibsCbs: { governmentEntity: 'STATE', operation: 'SUPPLY_TO_BE_PAID' } } },
    refused: { code: 'validation_error', path: 'client.document' },
    authority: 'no rule of the annex looks at who takes it',
  },
  {
    of: 'somebody else gets the service',
    source: `${layout}, indDest and dest; ${annex}, E0910`,
    sale: { service: { ibsCbs: { recipient: person('SP'), personalUse: true } } },
    gives: [
      'IBSCBS/indFinal = 1',
      'IBSCBS/indDest = 1',
      'IBSCBS/dest/CPF = 52998224725',
      'IBSCBS/dest/xNome = Maria da Silva',
      'IBSCBS/dest/end/endNac/CEP = 01001000',
    ],
  },
  {
    of: 'the taker as who gets the service',
    source: `${layout}, indDest`,
    sale: { to: person('SP'), service: { ibsCbs: { recipient: person('RJ') } } },
    refused: { code: 'validation_error', path: 'service.ibsCbs.recipient.document' },
    authority: 'no rule of the annex compares the two',
  },
  {
    of: 'who gets the service, with a CPF that does not check',
    source: `${annex}, E0913`,
    sale: { service: { ibsCbs: { recipient: { ...person('SP'), document: '52998224724' } } } },
    refused: { code: 'validation_error', path: 'service.ibsCbs.recipient.document' },
    authority: {
      code: 'E0913',
      mended: { service: { ibsCbs: { recipient: person('SP') } } },
      forged: [['52998224725', '52998224724']],
    },
  },
  {
    of: 'the lease of a property, by its CIB',
    source: `${annex}, E0932`,
    sale: { item: ofProperty, service: { ibsCbs: { property: { ...property, propertyRegistration: '012.345' } } } },
    gives: ['IBSCBS/imovel/inscImobFisc = 012.345', 'IBSCBS/imovel/cCIB = AB12CD34', 'IBSCBS/imovel/end = absent'],
  },
  {
    of: 'an operation with property that does not name it',
    source: `${annex}, E0932`,
    sale: { item: ofProperty },
    refused: { code: 'validation_error', path: 'service.ibsCbs.property' },
    authority: {
      code: 'E0932',
      mended: { item: ofProperty, service: { ibsCbs: { property } } },
      forged: [['<imovel><cCIB>AB12CD34</cCIB></imovel>', '']],
    },
  },
  {
    of: 'property in an operation without any',
    source: `${annex}, E0928`,
    sale: { service: { ibsCbs: { property } } },
    refused: { code: 'validation_error', path: 'service.ibsCbs.property' },
    authority: {
      code: 'E0928',
      mended: {},
      forged: [['</indDest>', '</indDest><imovel><cCIB>AB12CD34</cCIB></imovel>']],
    },
  },
  {
    of: 'property beside the works of a construction',
    source: `${annex}, E0931`,
    sale: {
      item: { serviceCode: '070201', ...ofProperty },
      service: { works: { code: 'CNO-1' }, ibsCbs: { property } },
    },
    refused: { code: 'validation_error', path: 'service.ibsCbs.property' },
    authority: {
      code: 'E0931',
      mended: { item: { serviceCode: '070201', ...ofProperty }, service: { works: { code: 'CNO-1' } } },
      forged: [['</indDest>', '</indDest><imovel><cCIB>AB12CD34</cCIB></imovel>']],
    },
  },
  ...thirdPartyCases,
  {
    of: 'a presumed credit',
    source: `${layout}, cCredPres; table of 2025-12-12`,
    sale: { service: { ibsCbs: { presumedCreditCode: '02' } } },
    gives: ['gIBSCBS/cCredPres = 02'],
  },
  {
    of: 'what is said of IBS and CBS where the note has none',
    source: `${layout}: the group has CST and cClassTrib`,
    sale: {
      item: { ibsCbsClassification: null, ibsCbsOperationIndicator: null },
      service: { ibsCbs: { personalUse: true } },
    },
    refused: { code: 'validation_error', path: 'service.ibsCbs' },
    authority: 'the schema has no such DPS',
  },
  {
    of: 'the approximate total in reais, in place of the company’s rates',
    source: `Lei 12.741/2012; ${annex}, E0702 to E0704`,
    sale: { service: { approximateTaxes: { federalValue: '134.50', stateValue: 0, municipalValue: '50.00' } } },
    gives: [
      'totTrib/vTotTrib/vTotTribFed = 134.50',
      'totTrib/vTotTrib/vTotTribEst = 0.00',
      'totTrib/vTotTrib/vTotTribMun = 50.00',
      'totTrib/pTotTrib = absent',
    ],
  },
  {
    of: 'the same of a company of Simples',
    source: `${annex}, totTrib: whoever issues may say it in reais`,
    sale: {
      regime: 'SIMPLES',
      item: { issRate: null },
      service: { approximateTaxes: { federalValue: 0, stateValue: 0, municipalValue: '20.00' } },
    },
    gives: ['totTrib/vTotTrib/vTotTribMun = 20.00', 'totTrib/pTotTribSN = absent'],
  },
  {
    of: 'an approximate total above the service',
    source: `${annex}, E0703`,
    sale: { service: { approximateTaxes: { federalValue: 0, stateValue: '1000.01', municipalValue: 0 } } },
    refused: { code: 'validation_error', path: 'service.approximateTaxes.stateValue' },
    authority: {
      code: 'E0703',
      mended: { service: { approximateTaxes: { federalValue: 0, stateValue: '1000.00', municipalValue: 0 } } },
      forged: [['<vTotTribEst>1000.00', '<vTotTribEst>1000.01']],
    },
  },
  {
    of: 'an approximate total in reais and in percent',
    source: 'XSD 1.01-20260727, TCTribTotal: one of four',
    sale: {
      item: { totalFederalRate: '13.45', totalStateRate: '0', totalMunicipalRate: '2' },
      service: { approximateTaxes: { federalValue: '134.50', stateValue: 0, municipalValue: '20.00' } },
    },
    refused: { code: 'validation_error', path: 'items[0].totalFederalRate' },
    authority: 'the schema has no such DPS',
  },
];
