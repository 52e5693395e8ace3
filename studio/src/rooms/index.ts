/** The rooms of the Studio: one line each. A room is a folder beside this file. */
import type { Component } from 'svelte';
import type { Session } from '../kernel/session.svelte';
import type { Action } from '../ui/Palette.svelte';

export interface RoomProps {
  session: Session;
  onhome: () => void;
  ontable: () => void;
  onopenfile: () => void;
  onkeys: () => void;
  onpalette: (actions: Action[]) => void;
}

export interface RoomEntry {
  id: string;
  /** The makers whose maps it opens. */
  makers: string[];
  load: () => Promise<{ default: Component<RoomProps> }>;
}

export const rooms: RoomEntry[] = [
  { id: 'dungeon', makers: ['dungeon', 'classic-dungeon', 'level-plan'], load: () => import('./dungeon/Room.svelte') },
];

export function roomFor(maker: string): RoomEntry {
  return rooms.find((room) => room.makers.includes(maker)) ?? rooms[0]!;
}
