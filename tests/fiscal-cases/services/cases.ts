import { consumer, person } from '../people.ts';
import type { ServiceCase } from './service-case.ts';

const annex = 'Anexo I v1.01 of 2026-02-09';
const layout = 'XSD 1.01-20260727, TCRTCInfoIBSCBS';
/** An earlier NFS-e of the company, and one of a supplier; an NF-e. */
const earlier = '35503082211222333000181000000000000126110000000012';
const suppliers = '35503082211444777000161000000000000126110000000016';
const nfeKey = '35261111222333000181550010000000071123456788';

const receipt = { number: '7', description: 'Recibo de mídia' };
const passedOn = (more: object = {}) => ({
  otherDocument: receipt,
  issueDate: '2026-11-10',
  competence: '2026-11-01',
  type: '04' as const,
  value: '400.00',
  ...more,
});
const property = { cib: 'AB12CD34' };
const ofProperty = { ibsCbsOperationIndicator: '020101' };
const training = { serviceCode: '171201' };

/** What the group IBSCBS of a DPS says beside its class, the total of taxes in reais, and what contradicts each. */
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
  {
    of: 'media that an agency passes on, out of the base of ISSQN',
    source: `XSD 1.01-20260727, vBC of TCValoresNFSe and vCalcReeRepRes; ${layout}, gReeRepRes`,
    sale: {
      item: { serviceCode: '170601' },
      service: { ibsCbs: { reimbursements: [passedOn({ supplier: consumer('SP') })] } },
    },
    gives: [
      'gReeRepRes/documentos/docOutro/nDoc = 7',
      'gReeRepRes/documentos/fornec/CNPJ = 11444777000161',
      'gReeRepRes/documentos/dtCompDoc = 2026-11-01',
      'gReeRepRes/documentos/tpReeRepRes = 04',
      'gReeRepRes/documentos/vlrReeRepRes = 400.00',
      'amounts/reimbursed = 400.00',
      'amounts/issBase = 600.00',
      'amounts/net = 1000.00',
    ],
  },
  {
    of: 'documents of the national repository, each by its key',
    source: `${annex}, E0940`,
    sale: {
      service: {
        ibsCbs: {
          reimbursements: [
            passedOn({ otherDocument: null, nfseKey: suppliers, value: '10.00' }),
            passedOn({ otherDocument: null, nfeKey, value: '20.00' }),
            passedOn({
              ...{ otherDocument: null, otherKey: { key: '1234567890', description: 'BP-e' }, value: '30.00' },
              ...{ type: '99', description: 'Passagens' },
            }),
          ],
        },
      },
    },
    gives: [
      'documentos[1]/dFeNacional/tipoChaveDFe = 1',
      'documentos[2]/dFeNacional/tipoChaveDFe = 2',
      'documentos[3]/dFeNacional/tipoChaveDFe = 9',
      'documentos[3]/dFeNacional/xTipoChaveDFe = BP-e',
      'documentos[3]/xTpReeRepRes = Passagens',
      'amounts/issBase = 940.00',
    ],
  },
  {
    of: 'a document of a municipality of this year',
    source: `${annex}, E0942`,
    sale: {
      service: {
        ibsCbs: {
          reimbursements: [
            passedOn({
              otherDocument: null,
              fiscalDocument: { municipalityCode: '3550308', number: '1', description: 'Nota' },
            }),
          ],
        },
      },
    },
    refused: { code: 'validation_error', path: 'service.ibsCbs.reimbursements[0].fiscalDocument' },
    authority: {
      code: 'E0942',
      mended: { service: { ibsCbs: { reimbursements: [passedOn()] } } },
      forged: [
        [
          '<docOutro><nDoc>7</nDoc><xDoc>Recibo de mídia</xDoc></docOutro>',
          '<docFiscalOutro><cMunDocFiscal>3550308</cMunDocFiscal><nDocFiscal>1</nDocFiscal><xDocFiscal>Nota</xDocFiscal></docFiscalOutro>',
        ],
      ],
    },
  },
  {
    of: 'a document of a period after its day',
    source: `${annex}, E0950 and E0951`,
    sale: { service: { ibsCbs: { reimbursements: [passedOn({ competence: '2026-11-11' })] } } },
    refused: { code: 'validation_error', path: 'service.ibsCbs.reimbursements[0].competence' },
    authority: {
      code: 'E0950',
      mended: { service: { ibsCbs: { reimbursements: [passedOn()] } } },
      forged: [['<dtCompDoc>2026-11-01', '<dtCompDoc>2026-11-11']],
    },
  },
  {
    of: 'words for a kind that has its own',
    source: `${annex}, E0952`,
    sale: { service: { ibsCbs: { reimbursements: [passedOn({ description: 'Mídia' })] } } },
    refused: { code: 'validation_error', path: 'service.ibsCbs.reimbursements[0].description' },
    authority: {
      code: 'E0952',
      mended: { service: { ibsCbs: { reimbursements: [passedOn()] } } },
      forged: [['</tpReeRepRes>', '</tpReeRepRes><xTpReeRepRes>Mídia</xTpReeRepRes>']],
    },
  },
  {
    of: 'more passed on than the service is worth',
    source: `${annex}, E0953`,
    sale: { service: { ibsCbs: { reimbursements: [passedOn({ value: '1000.01' })] } } },
    refused: { code: 'validation_error', path: 'service.ibsCbs.reimbursements[0].value' },
    authority: {
      code: 'E0953',
      mended: { service: { ibsCbs: { reimbursements: [passedOn()] } } },
      forged: [['<vlrReeRepRes>400.00', '<vlrReeRepRes>1000.01']],
    },
  },
  {
    of: 'deductions and third parties that together leave no base',
    source: 'XSD 1.01-20260727, vBC is not negative (TSDec15V2)',
    sale: { service: { deductions: { value: '700.00' }, ibsCbs: { reimbursements: [passedOn()] } } },
    refused: { code: 'validation_error', path: 'service.ibsCbs.reimbursements' },
    authority: 'no rule of the annex adds the two',
  },
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
    sale: { service: { approximateTaxes: { federal: '134.50', state: 0, municipal: '50.00' } } },
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
      service: { approximateTaxes: { federal: 0, state: 0, municipal: '20.00' } },
    },
    gives: ['totTrib/vTotTrib/vTotTribMun = 20.00', 'totTrib/pTotTribSN = absent'],
  },
  {
    of: 'an approximate total above the service',
    source: `${annex}, E0703`,
    sale: { service: { approximateTaxes: { federal: 0, state: '1000.01', municipal: 0 } } },
    refused: { code: 'validation_error', path: 'service.approximateTaxes.state' },
    authority: {
      code: 'E0703',
      mended: { service: { approximateTaxes: { federal: 0, state: '1000.00', municipal: 0 } } },
      forged: [['<vTotTribEst>1000.00', '<vTotTribEst>1000.01']],
    },
  },
  {
    of: 'an approximate total in reais and in percent',
    source: 'XSD 1.01-20260727, TCTribTotal: one of four',
    sale: {
      item: { totalFederalRate: '13.45', totalStateRate: '0', totalMunicipalRate: '2' },
      service: { approximateTaxes: { federal: '134.50', state: 0, municipal: '20.00' } },
    },
    refused: { code: 'validation_error', path: 'items[0].totalFederalRate' },
    authority: 'the schema has no such DPS',
  },
];
