import { defineEntity, p } from '@mikro-orm/core';
import { everyCompanyPolicy, tenantRole } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import type { Agreement } from './parametrization.ts';

const MunicipalityAgreementSchema = defineEntity({
  name: 'MunicipalityAgreement',
  tableName: 'municipality_agreement',
  policies: [{ name: 'read_all', command: 'select', roles: [tenantRole], using: 'true' }, everyCompanyPolicy],
  properties: {
    environment: p.enum(environments).primary(),
    /** IBGE code, seven digits. */
    municipality: p.string().length(7).primary(),
    agreement: p.json<Agreement>(),
    askedAt: p.datetime(),
  },
});

/**
 * The last answer about a municipality's agreement with the national system of NFS-e. It belongs to no company: all companies read it, and only the
 * worker writes it.
 */
export class MunicipalityAgreement extends MunicipalityAgreementSchema.class {}
MunicipalityAgreementSchema.setClass(MunicipalityAgreement);
