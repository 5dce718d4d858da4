//! Canonical forms.
