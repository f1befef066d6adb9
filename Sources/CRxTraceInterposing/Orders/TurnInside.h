// Descriptors whose every end is in this process: pipes, and pairs of sockets, that it has made itself.

#ifndef C_TURN_INSIDE_H
#define C_TURN_INSIDE_H

#include "Turns.h"

#if HAS_TURNS

/// Whether every end of a descriptor's pipe or pair of sockets is in this process, and the control sees what is done to it.
bool turn_is_inside(int descriptor);

/// Whether what a descriptor tells comes from outside of the process.
bool turn_is_outside(int descriptor);

/// From now on, other processes may have ends of all pipes and sockets: the process starts one, or sends descriptors away.
void turn_share_descriptors(void);

#endif

#endif
