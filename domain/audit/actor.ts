export const actorKinds = ['COMPANY_KEY', 'OFFICE_KEY', 'OPERATOR_KEY', 'PERSON', 'COMMAND_LINE', 'SYSTEM'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** Who changes something. */
export type Actor = {
  kind: ActorKind;
  /** The id of the key or person; null for the command line and for Lavra itself. */
  id: string | null;
  /** The name of the key or person; on the command line the user of the operating system. */
  name: string;
  /** Id of the office that it acts for; null where it acts for none. */
  office: string | null;
};

/** The actor of what Lavra does by itself, and of what its own programs set up. */
export const lavraItself: Actor = { kind: 'SYSTEM', id: null, name: 'Lavra', office: null };
