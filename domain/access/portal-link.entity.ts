import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { byOwnOperatorKey, ownedByCompany, withinKey } from '../companies/ownership.ts';
import { ApiKey } from './api-key.entity.ts';
import { OperatorKey } from './operator-key.entity.ts';

/** How long a portal link opens, and how long its session lasts at the most; without use it ends after an hour. The database's `admit_portal` has both times. */
export const portalLinkSeconds = 120;
export const portalHours = 8;

/** What a visitor may be: nobody administers a company by a link that a program made. */
const portalRoles = ['ISSUER', 'READER'] as const;
export type PortalRole = (typeof portalRoles)[number];

/** How the pages look: as the visitor's system has it, or as the program says. */
const portalThemes = ['SYSTEM', 'LIGHT', 'DARK'] as const;
export type PortalTheme = (typeof portalThemes)[number];

const PortalLinkSchema = defineEntity({
  name: 'PortalLink',
  tableName: 'portal_link',
  ...ownedByCompany,
  policies: [...ownedByCompany.policies, withinKey(), byOwnOperatorKey],
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    /** The key that made it, the company's or an operator's: its session lasts no longer than what the key may do. */
    apiKey: () => p.manyToOne(ApiKey).mapToPk().nullable().deleteRule('no action'),
    operatorKey: () => p.manyToOne(OperatorKey).mapToPk().nullable().deleteRule('no action'),
    role: p.enum(portalRoles),
    /** As the program calls its user. */
    personName: p.string().length(80),
    /** Where the pages lead back to. */
    returnTo: p.string().length(500).nullable(),
    theme: p.enum(portalThemes),
    /** The origin whose pages may show the panel in a frame; null where none may. */
    frameOrigin: p.string().length(300).nullable(),
    /** SHA-256 of the link's token. */
    tokenHash: p.string().length(64).unique('portal_link_token_hash_unique'),
    createdAt: nowOnCreate(3),
    expiresAt: p.datetime(3),
    openedAt: p.datetime(3).nullable(),
    /** SHA-256 of the session's secret, once it is open. */
    sessionHash: p.string().length(64).unique('portal_link_session_hash_unique').nullable(),
    lastSeenAt: p.datetime(3).nullable(),
    sessionEndsAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['company'] }, { properties: ['apiKey'] }, { properties: ['operatorKey'] }],
  checks: [{ name: 'portal_link_key_check', expression: 'num_nonnulls(api_key_id, operator_key_id) = 1' }],
});

/** A link by which a program of the company's, or of the operator's, opens the panel of that company for a user of its own, and the session that it became. */
export class PortalLink extends PortalLinkSchema.class {}
PortalLinkSchema.setClass(PortalLink);
