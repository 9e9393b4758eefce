import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { byOwnOperatorKey, ownedByCompany, withinKey } from '../companies/ownership.ts';
import { ApiKey } from './api-key.entity.ts';
import { OperatorKey } from './operator-key.entity.ts';

/**
 * Seconds for which a portal link can be opened, and hours that its session lasts at most; unused it ends after an hour. The database function
 * `admit_portal` has both times, too.
 */
export const portalLinkSeconds = 120;
export const portalHours = 8;

/** Roles of a visitor: a link that a program made lets nobody administer a company. */
const portalRoles = ['ISSUER', 'READER'] as const;
export type PortalRole = (typeof portalRoles)[number];

/** Theme of the pages: that of the visitor's system, or the one that the program chose. */
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
    /** The key that made the link, the company's or an operator's: the session ends when the key loses its right. */
    apiKey: () => p.manyToOne(ApiKey).mapToPk().nullable().deleteRule('no action'),
    operatorKey: () => p.manyToOne(OperatorKey).mapToPk().nullable().deleteRule('no action'),
    role: p.enum(portalRoles),
    /** Name that the program gives its user. */
    personName: p.string().length(80),
    /** Address to which the pages link back. */
    returnTo: p.string().length(500).nullable(),
    theme: p.enum(portalThemes),
    /** The origin whose pages may show the panel in a frame; null for none. */
    frameOrigin: p.string().length(300).nullable(),
    /** SHA-256 of the link's token. */
    tokenHash: p.string().length(64).unique('portal_link_token_hash_unique'),
    createdAt: nowOnCreate(3),
    expiresAt: p.datetime(3),
    openedAt: p.datetime(3).nullable(),
    /** SHA-256 of the session's token; null until the link was opened. */
    sessionHash: p.string().length(64).unique('portal_link_session_hash_unique').nullable(),
    lastSeenAt: p.datetime(3).nullable(),
    sessionEndsAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['company'] }, { properties: ['apiKey'] }, { properties: ['operatorKey'] }],
  checks: [{ name: 'portal_link_key_check', expression: 'num_nonnulls(api_key_id, operator_key_id) = 1' }],
});

/**
 * A link with which a program of the company, or of the operator, opens the panel of that company for one of its users; and the session that was
 * opened with it.
 */
export class PortalLink extends PortalLinkSchema.class {}
PortalLinkSchema.setClass(PortalLink);
