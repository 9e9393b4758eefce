/**
 * A change of a type or attribute of an official schema that is in force but not in the copy that a pack is made from. It gives the new value in our
 * own words; no part of the official files is kept here.
 */
export type Overlay = {
  /** Name of the file within its family's folder; a trailing `*` stands for any ending. */
  file: string;
  /** The named simple type that changed; without it, every pattern in the file that equals `was`. */
  type?: string;
  /** The part of the pattern that changed; without it the whole pattern, which is added where the type had none. */
  was?: string;
  /** The pattern in force, a regular expression of XML Schema. */
  now: string;
};

/** Overlays of one publication of the authority. */
export type OverlaySet = { id: string; source: string; overlays: Overlay[] };

const cnpj = '[0-9A-Z]{12}[0-9]{2}';
/** cUF, AAMM; the CNPJ without its check digits; its check digits, model, series, number, tpEmis, cNF, cDV. */
const accessKey = '[0-9]{6}[0-9A-Z]{12}[0-9]{26}';
/** tpEvento, access key, nSeqEvento. */
const eventId = `ID[0-9]{6}${accessKey}[0-9]{2}`;
/** cUF, year, CNPJ, model, series, first number, last number. */
const inutilizationId = `ID[0-9]{4}${cnpj}[0-9]{23}`;

/** Events, number ranges and consultations with an alphanumeric CNPJ, in production since 2026-07-01. */
export const alphanumericEvents: OverlaySet = {
  id: 'PL_010d-ids',
  source: 'NT Conjunta 2025.001; NT 2026.004 (PL_010d v1.03)',
  overlays: [
    { file: 'tiposBasico_v1.03*', type: 'TChNFe', now: accessKey },
    { file: 'tiposBasico_v1.03*', type: 'TCnpj', now: cnpj },
    { file: 'tiposBasico_v1.03*', type: 'TCnpjOpc', now: `[0-9]{0}|${cnpj}` },
    { file: 'leiaute*', was: 'ID[0-9]{52}', now: eventId },
    { file: 'leiauteInutNFe_v4.00.xsd', was: 'ID[0-9]{41}', now: inutilizationId },
  ],
};

/** The same for the note itself and for distribution; only packs older than PL_010c need it. */
export const alphanumericNotes: OverlaySet = {
  id: 'PL_010c-ids',
  source: 'NT Conjunta 2025.001; NT 2014.002 v1.40 (PL_NFeDistDFe_104)',
  overlays: [
    { file: 'tiposBasico_v4.00.xsd', type: 'TChNFe', now: accessKey },
    { file: 'tiposBasico_v4.00.xsd', type: 'TCnpj', now: cnpj },
    { file: 'tiposBasico_v4.00.xsd', type: 'TCnpjOpc', now: `[0-9]{0}|${cnpj}` },
    { file: 'leiauteNFe_v4.00.xsd', was: 'NFe[0-9]{44}', now: `NFe${accessKey}` },
    { file: 'tiposDistDFe_v1.01.xsd', type: 'TChNFe', now: accessKey },
    { file: 'tiposDistDFe_v1.01.xsd', type: 'TCnpj', now: cnpj },
  ],
};

/** cMun, ambGer, tpInsc; the CNPJ or CPF; nNFSe, AAMM, code, DV. The published types disagree on where letters may be. */
const nfseKey = '[0-9]{9}[0-9A-Z]{14}[0-9]{27}';
/** The same where the publication distinguishes: tpInsc 1 comes with a CPF, 2 with a CNPJ. */
const nfseKeyInId = '[0-9]{8}(1[0-9]{14}|2[0-9A-Z]{14})[0-9]{27}';
const nfseTypes = 'tiposSimples_v1.01.xsd';
const texts = ['TSDescInfCompl', ...[40, 150, 255, 500, 600, 1000, 2000].map((length) => `TSDesc${length}`)];

/** All changes of NFS-e 1.01 from the publication of 2026-02-09 to that of 2026-07-27, in production since 2026-08-10. */
export const nfse20260727: OverlaySet = {
  id: 'NFSe-1.01-20260727',
  source: 'Esquemas XSD NFS-e 1.01-20260727; NT Conjunta 2025.001',
  overlays: [
    { file: nfseTypes, type: 'TCCodTribMun', now: '[0-9]{1,10}' },
    { file: nfseTypes, type: 'TSCNPJ', now: '[0-9A-Z]{14}' },
    { file: nfseTypes, type: 'TSChaveNFSe', now: nfseKey },
    { file: nfseTypes, type: 'TSChaveNFe', now: '[0-9]{6}[0-9A-Z]{14}[0-9]{24}' },
    { file: nfseTypes, type: 'TSIdNFSe', now: `NFS${nfseKey}` },
    { file: nfseTypes, type: 'TSIdDPS', now: 'DPS[0-9]{7}(1[0-9]{14}|2[0-9A-Z]{14})[0-9]{20}' },
    { file: nfseTypes, type: 'TSIdPedRegEvt', now: `PRE${nfseKeyInId}[0-9]{6}` },
    { file: nfseTypes, type: 'TSIdEvento', now: `EVT${nfseKeyInId}[0-9]{9}` },
    { file: nfseTypes, type: 'TSIdNumEvento', now: `${nfseKeyInId}[0-9]{6}` },
    { file: nfseTypes, type: 'TSSerieDPS', now: '[0-9]{1,4}|[0-8][0-9]{4}' },
    ...texts.map((type) => ({ file: nfseTypes, type, now: '[\\s\\S]*\\S[\\s\\S]*' })),
    { file: nfseTypes, type: 'TSDateTimeUTC', was: '[\\-,\\+]', now: '[\\-\\+]' },
    { file: nfseTypes, type: 'TSDateTimeUTC', was: '0[1,3-9]', now: '0[13-9]' },
  ],
};
