/** Services of the national NFS-e, as exchanges and scenarios name them. */
export const nfseServiceNames = [
  'NfseEmissao',
  'NfseConsulta',
  'DpsConsulta',
  'NfseEvento',
  'NfseEventoConsulta',
  'NfseDistribuicao',
  'NfseParametrizacao',
] as const;
export type NfseServiceName = (typeof nfseServiceNames)[number];
