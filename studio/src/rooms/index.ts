/** The rooms of the Studio: one line each. A room is a folder beside this file. */
import type { Component } from 'svelte';
import type { Session } from '../kernel/session.svelte';
import type { Action } from '../ui/Palette.svelte';
import type { WordKey } from '../words/index.svelte';

export interface RoomProps {
  session: Session;
  onhome: () => void;
  ontable: () => void;
  onopenfile: () => void;
  onsave: () => void;
  onkeys: () => void;
  onpalette: (actions: Action[]) => void;
  /** Goes to another room, by its id, with the open map if there is one. */
  onenter: (room: string) => void;
}

export interface RoomEntry {
  id: string;
  /** What it opens: makers, and kinds of maps from files. */
  opens: string[];
  /** What it is called, if it is not about one map. */
  title?: WordKey;
  load: () => Promise<{ default: Component<RoomProps> }>;
}

export const rooms: RoomEntry[] = [
  { id: 'dungeon', opens: ['dungeon', 'classic-dungeon', 'level-plan', 'plan'], load: () => import('./dungeon/Room.svelte') },
  { id: 'explore', opens: ['world', 'level', 'floor'], title: 'explore.title', load: () => import('./explore/Room.svelte') },
  { id: 'play', opens: [], title: 'play.title', load: () => import('./play/Room.svelte') },
];

/** The room that a fragment of the address names: `#explore`, `#play?…`. */
export function roomOf(fragment: string): RoomEntry | undefined {
  const id = /^#([a-z]+)(?:[?=]|$)/.exec(fragment)?.[1];
  return rooms.find((room) => room.id === id && room.title);
}

/** The room for a maker or a kind of map, if there is one. */
export function roomFor(kind: string): RoomEntry | undefined {
  return rooms.find((room) => room.opens.includes(kind));
}
