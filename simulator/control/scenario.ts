import { z } from 'zod';
import { isPublished } from '../answers/reason.ts';
import { spoils } from '../distribution/spoil-names.ts';
import { distortions } from '../nfse/distortion-names.ts';
import { nfseServiceNames } from '../nfse/service-names.ts';
import { serviceNames } from '../transport/endpoints.ts';

const whom = {
  service: z.enum([...serviceNames, ...nfseServiceNames]).optional(),
  chNFe: z.string().length(44).optional(),
  /** Key of an NFS-e. */
  chNFSe: z.string().length(50).optional(),
  /** Id of a DPS, or of the request of an event on an NFS-e. */
  id: z.string().optional(),
  /** CNPJ or CPF of the issuer. */
  cnpj: z.string().optional(),
};

/** One thing that the authority does differently, for which messages, and how often. Without any of `whom`: for all. */
const scenarioRule = z.strictObject({
  ...whom,
  /** How many times the rule applies; for ever when absent. */
  times: z.int().positive().optional(),
  /** The answer is delayed by this time, at most until the scenario is deleted; what it says is registered before the delay. */
  latencyMs: z.int().nonnegative().optional(),
  /** The service is stopped: 108 or 109, or 113 and 114 at a contingency. */
  paused: z.strictObject({ cStat: z.literal([108, 109, 113, 114]), xMotivo: z.string().optional() }).optional(),
  /** The connection ends without an answer, before the message is judged or after it was carried out. */
  drop: z.enum(['before', 'after']).optional(),
  /** The authority's port is closed while this rule is in force. */
  refuse: z.literal(true).optional(),
  /** The connection is reset when the message has arrived. */
  reset: z.literal(true).optional(),
  /** The message is taken and never answered. */
  hang: z.literal(true).optional(),
  /** Half of the answer is sent, then the connection ends. */
  cut: z.literal(true).optional(),
  /** An HTTP error in place of an answer. */
  httpStatus: z.int().min(400).max(599).optional(),
  /** Cancellations after the deadline are registered as late (155) instead of refused (501). */
  acceptLateCancellation: z.literal(true).optional(),
  /**
   * A chosen code. Success and denial of notes (100, 120, 150, 110, 301 to 303) and registration of events (135, 136, 155)
   * are registered, if everything else is in order.
   */
  answer: z
    .strictObject({
      cStat: z.int(),
      xMotivo: z.string().optional(),
      cMsg: z.string().optional(),
      xMsg: z.string().optional(),
      ...whom,
    })
    .refine(({ cStat, xMotivo }) => xMotivo !== undefined || isPublished(cStat), 'unknown cStat: give its xMotivo too')
    .optional(),
  /** SEFIN refuses with a code what is otherwise in order, or spoils its answer to a success. */
  nfse: z
    .union([
      z.strictObject({ refuse: z.string().regex(/^E\d{4}$/), description: z.string().optional() }),
      z.strictObject({ answer: z.enum(distortions) }),
    ])
    .optional(),
  /** An answer of either distribution that has documents is spoilt: one of its entries (the first, or that of an NSU), or its ultNSU. */
  distribution: z
    .strictObject({ spoil: z.enum([...spoils, 'lowerUltNsu']), nsu: z.int().positive().optional() })
    .optional(),
  /** Lots are taken with a receipt (103); `pendingPolls` questions about it are answered 105. */
  asyncLots: z.union([z.boolean(), z.strictObject({ pendingPolls: z.int().nonnegative() })]).optional(),
});
export type ScenarioRule = z.infer<typeof scenarioRule>;

/** What `PUT /scenario` takes: one rule or several. */
export const scenario = z.union([scenarioRule.transform((rule) => [rule]), z.array(scenarioRule)]);
