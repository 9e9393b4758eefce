import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Person } from './person.entity.ts';

/** Minutes for the second factor after the right password was typed. */
export const halfSessionMinutes = 5;

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    /** Made by `hashRecoveryCode`. */
    codeHash: p.string().length(64),
    createdAt: nowOnCreate(3),
    usedAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['person'] }],
});

/** A code that replaces the second factor once, for somebody who has lost it. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);

const HalfSessionSchema = defineEntity({
  name: 'HalfSession',
  tableName: 'half_session',
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    /** SHA-256 of the token in its cookie, which is not that of a session. */
    tokenHash: p.string().length(64).unique('half_session_token_hash_unique'),
    createdAt: nowOnCreate(3),
    endsAt: p.datetime(3),
  },
  indexes: [{ properties: ['person'] }],
});

/** Somebody who typed the right password and has not shown the second factor yet: it opens only the page that asks for it. */
export class HalfSession extends HalfSessionSchema.class {}
HalfSessionSchema.setClass(HalfSession);
