import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Person } from './person.entity.ts';

/** How long who typed the right password has for the second factor. */
export const halfSessionMinutes = 5;

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    /** As `hashRecoveryCode` makes it. */
    codeHash: p.string().length(64),
    createdAt: nowOnCreate(3),
    usedAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['person'] }],
});

/** A code that stands once for the second factor of who has lost it. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);

const HalfSessionSchema = defineEntity({
  name: 'HalfSession',
  tableName: 'half_session',
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    /** SHA-256 of what its cookie holds, which is another cookie than a session's. */
    tokenHash: p.string().length(64).unique('half_session_token_hash_unique'),
    createdAt: nowOnCreate(3),
    endsAt: p.datetime(3),
  },
  indexes: [{ properties: ['person'] }],
});

/** Somebody who typed a right password and has still to show the second factor: it is no session, and opens no page but that. */
export class HalfSession extends HalfSessionSchema.class {}
HalfSessionSchema.setClass(HalfSession);
