/** One sub-rule of a rule of model NFSE, as it is kept: fields after the DPS layout. */
export type NfseSubRule = Record<string, unknown>;
