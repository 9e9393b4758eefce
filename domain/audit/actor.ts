export const actorKinds = ['COMPANY_KEY', 'OFFICE_KEY', 'OPERATOR_KEY', 'PERSON', 'COMMAND_LINE', 'SYSTEM'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** Who changes something. */
export type Actor = {
  kind: ActorKind;
  /** The id of the key or of the person; null for the command line and for Lavra itself, which have none. */
  id: string | null;
  /** What people call it: the name of the key or of the person, on the command line that of the operating system's user. */
  name: string;
  /** The office that it acts for; null where it is none's. */
  office: string | null;
};

/** Lavra itself: what it does without being asked, and what its own programs set up. */
export const lavraItself: Actor = { kind: 'SYSTEM', id: null, name: 'Lavra', office: null };
