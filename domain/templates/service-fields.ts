/** What a template of type NFSE says of the service: fields after the DPS layout. */
export type ServiceFields = Record<string, unknown>;
