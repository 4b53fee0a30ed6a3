"""English facts and rules read into logic, and logic worded in English.

The path of a question stands here: `read` (sentences), `statements` and `claims` (what is asked), `theory` (what a text
says together), `story` (whether a claim follows), `proved`, `explained` and `wording` (what is told of it). The rooms
behind it: `grammar` and `meaning` (a sentence as rules), `joint` (a second, looser reading), `change` (more and less),
`order` (places, scales and time), `near` (where no proof decides).
"""
