/** Where a link stands (decisions-2, 51): asked for, accepted, refused by the company, ended by either side. */
export const linkStatuses = ['PENDING', 'ACTIVE', 'REFUSED', 'ENDED'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/** Who asked for a link: the office by its key, or the operator by the command line. */
export const linkAskers = ['OFFICE', 'OPERATOR'] as const;
export type LinkAsker = (typeof linkAskers)[number];

/** How far an invitation's mail has come: on its way, taken by the mail server, refused for good; NOBODY where there was nobody to invite. */
export const mailStatuses = ['PENDING', 'SENT', 'FAILED', 'NOBODY'] as const;
export type MailStatus = (typeof mailStatuses)[number];
