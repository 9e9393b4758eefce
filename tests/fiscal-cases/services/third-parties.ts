import { consumer } from '../people.ts';
import type { ServiceCase } from './service-case.ts';

const annex = 'Anexo I v1.01 of 2026-02-09';
const layout = 'XSD 1.01-20260727, TCRTCInfoIBSCBS';
/** An NFS-e of a supplier, and an NF-e. */
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

/** Amounts that a service passes on to third parties (group gReeRepRes). */
export const thirdPartyCases: ServiceCase[] = [
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
];
