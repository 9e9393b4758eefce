export const distributionSources = ['NFE', 'NFSE'] as const;
/** Who distributes: the Ambiente Nacional of the NF-e, and the ADN of the NFS-e. Their NSUs are not comparable. */
export type DistributionSource = (typeof distributionSources)[number];

export const distributionStatuses = ['ACTIVE', 'FAILING', 'THROTTLED', 'THROTTLED_TWICE', 'PAUSED'] as const;
/**
 * `ACTIVE`: asks hour by hour. `FAILING`: the last question brought no answer, or the service is stopped. `THROTTLED`: the authority wants
 * silence (656), `THROTTLED_TWICE` for the second time in a row: an operator decides. `PAUSED`: something must be mended first, as the
 * certificate.
 */
export type DistributionStatus = (typeof distributionStatuses)[number];
